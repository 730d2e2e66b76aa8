import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { narrow, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const inbox = "/chat/whatsapp";

let customers = 0;
/** A new customer, who has written these messages. */
async function whoWrites(words: readonly string[], behaviour?: string): Promise<{ name: string; phone: string }> {
  customers += 1;
  const phone = `88696${String(Date.now() % 1_000_000).padStart(6, "0")}${customers}`;
  const customer = { name: `轉寄${customers}號${phone.slice(-4)}`, phone };
  await phones.add({ ...customer, ...(behaviour && { behaviour }) });
  for (const text of words) await phones.write(phone, text);
  return customer;
}

const rowOf = (page: Page, { name }: { name: string }) => page.getByRole("option").filter({ hasText: name });
const said = (page: Page, words: string) => page.getByRole("article").filter({ hasText: words });

async function openMenu(page: Page, words: string): Promise<void> {
  await said(page, words).hover();
  await said(page, words).getByRole("button", { name: "訊息選單" }).click();
}

test("several messages are chosen by keys and forwarded in order; those that cannot be say why", async () => {
  const from = await whoWrites(["第一則", "第二則", "第三則"]);
  await phones.send(from.phone, { type: "contacts" });
  const to = await whoWrites(["請轉給我"]);
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  await rowOf(page, from).click();
  await openMenu(page, "第三則");
  await page.getByRole("menuitem", { name: "選擇多則轉寄" }).click();
  await expect.poll(() => page.locator(":focus").getAttribute("type")).toBe("checkbox");
  await said(page, "第一則").getByRole("checkbox").press("Space");
  await said(page, "這類訊息不能轉寄").getByRole("checkbox", { disabled: true }).waitFor();
  await page.getByText("已選 2 則").waitFor();
  await page.getByRole("group", { name: "選擇要轉寄的訊息" }).getByRole("button", { name: "轉寄" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "轉寄 2 則訊息" });
  await dialog.getByRole("searchbox").or(dialog.getByRole("textbox")).first().fill(to.name);
  await dialog.getByRole("checkbox", { name: to.name }).check();
  await dialog.getByRole("button", { name: "轉寄給 1 位" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("group", { name: "選擇要轉寄的訊息" }).waitFor({ state: "detached" });
  const got = async () =>
    (await phones.chat(to.phone)).filter(({ from: who }) => who === "business").map(({ body }) => body.body);
  await expect.poll(got).toEqual(["第一則", "第三則"]);
  expect(complaints).toEqual([]);
});

test("Escape ends choosing on a phone's screen, and the draft is still there", async () => {
  const from = await whoWrites(["手機上的一則"]);
  const { page, complaints } = await visit({ as: "admin", size: narrow });
  await page.goto(inbox);
  await rowOf(page, from).click();
  await page.getByRole("textbox", { name: "輸入訊息" }).fill("寫到一半");
  await openMenu(page, "手機上的一則");
  await page.getByRole("menuitem", { name: "選擇多則轉寄" }).click();
  await page.getByText("已選 1 則").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("已選 1 則").waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "輸入訊息" }).inputValue()).toBe("寫到一半");
  expect(complaints).toEqual([]);
});

test("a reaction that does not reach the customer is removed and shows the reason, also after a reload", async () => {
  const customer = await whoWrites(["可以回應我嗎"], "blocked");
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  await rowOf(page, customer).click();
  await openMenu(page, "可以回應我嗎");
  await page.getByRole("button", { name: "以 👍 回應" }).click();
  await page.getByText("👍 沒有送到客戶那裡。").waitFor();
  await page.reload();
  await page.getByText("👍 沒有送到客戶那裡。").waitFor();
  expect(await said(page, "可以回應我嗎").getByTitle("我們的回應").count()).toBe(0);
  await page.getByRole("button", { name: "知道了" }).click();
  await page.getByText("👍 沒有送到客戶那裡。").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
