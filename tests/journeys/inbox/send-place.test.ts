import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { narrow, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const link = "https://www.google.com/maps/place/x/@25.0,121.5,17z/data=!3m1!4b1!8m2!3d25.033964!4d121.564468";

async function whoAsks(words: string): Promise<{ name: string; phone: string }> {
  const phone = `88697${String(Date.now() % 10_000_000).padStart(7, "0")}`;
  const customer = { name: `問路${phone.slice(-4)}`, phone };
  await phones.add(customer);
  await phones.write(phone, words);
  return customer;
}

async function placesOf(phone: string): Promise<unknown[]> {
  const chat = await phones.chat(phone);
  return chat.filter(({ from, kind }) => from === "business" && kind === "location").map(({ body }) => body);
}

async function openDialog(page: Page, { name }: { name: string }) {
  await page.goto("/chat/whatsapp");
  await page.getByRole("option").filter({ hasText: name }).click();
  await page.getByRole("button", { name: "傳送位置" }).click();
  const dialog = page.getByRole("dialog", { name: "傳送位置" });
  await dialog.getByLabel("名稱").waitFor();
  return dialog;
}

test("a place starts with the branch, is read from a pasted link, and reaches the phone", async () => {
  const customer = await whoAsks("請問在哪裡？");
  const { page, complaints } = await visit({ as: "admin" });
  const dialog = await openDialog(page, customer);
  const name = await dialog.getByLabel("名稱").inputValue();
  expect(name).not.toBe("");
  await dialog.getByRole("button", { name: "傳送", exact: true }).click();
  await dialog.getByText("請貼上地圖連結或座標").waitFor();
  await dialog.getByLabel("地圖連結或座標").fill("https://maps.app.goo.gl/AbC");
  await dialog.getByText(/短網址裡沒有座標/).waitFor();
  await dialog.getByLabel("地圖連結或座標").fill(link);
  await dialog.getByText("座標：25.033964, 121.564468").waitFor();
  await dialog.getByLabel("地址").fill("信義路五段 7 號");
  await dialog.getByLabel("地址").press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.locator("article[data-direction=out]", { hasText: "信義路五段 7 號" }).waitFor();
  const place = { name, address: "信義路五段 7 號", latitude: 25.033964, longitude: 121.564468 };
  await expect.poll(() => placesOf(customer.phone)).toEqual([place]);
  await page.getByRole("option").filter({ hasText: customer.name }).getByText(`位置 · ${name}`).waitFor();
  expect(complaints).toEqual([]);
});

test("on a phone's screen the last place is offered again, and is not sent after undo", async () => {
  const customer = await whoAsks("哪一站下車？");
  const { page, complaints } = await visit({ as: "admin", size: narrow });
  const first = await openDialog(page, customer);
  await first.getByLabel("名稱").fill("正門");
  await first.getByLabel("地圖連結或座標").fill("25.01, 121.51");
  await first.getByRole("button", { name: "傳送", exact: true }).click();
  await page.locator("article[data-direction=out]", { hasText: "正門" }).waitFor();
  await page.getByRole("button", { name: "復原" }).click();
  await page.locator("article[data-direction=out]", { hasText: "正門" }).waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "輸入訊息" }).inputValue()).toBe("");
  await page.getByRole("button", { name: "傳送位置" }).click();
  const again = page.getByRole("dialog", { name: "傳送位置" });
  await expect.poll(() => again.getByLabel("名稱").inputValue()).toBe("正門");
  expect(await again.getByLabel("地圖連結或座標").inputValue()).toBe("25.01, 121.51");
  expect(await placesOf(customer.phone)).toEqual([]);
  expect(complaints).toEqual([]);
});
