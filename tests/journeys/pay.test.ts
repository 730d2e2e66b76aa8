import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { openNewLead } from "./new-lead.ts";
import { narrow, useBrowser, type Visit, visit } from "./visit.ts";

useBrowser();

/** A small JPEG that the sandbox sends as a customer's photo. */
const photo = fileURLToPath(new URL("../../apps/sandbox/src/samples/photo.jpg", import.meta.url));

/** Creates an order for a new lead; returns the address at which its customer pays. */
async function orderToPay(staff: Visit): Promise<string> {
  const { page } = staff;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNewLead(staff, "付款家長");
  await page.getByRole("button", { name: "新增訂單" }).click();
  const form = page.getByRole("dialog", { name: "新增訂單" });
  await form.getByLabel("名稱").fill("鋼琴初班");
  await form.getByLabel("單價").fill("1200");
  await form.getByRole("button", { name: "建立訂單" }).click();
  const panel = page.getByRole("dialog", { name: /^訂單 \d{16}$/ });
  await panel.getByRole("button", { name: "付款連結" }).click();
  await page
    .getByRole("dialog", { name: /的付款連結$/ })
    .getByRole("button", { name: "複製付款連結" })
    .click();
  await page.getByText("已複製付款連結").waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

test("a customer pays at ECPay on a phone, and the page says so when they come back", async () => {
  const staff = await visit({ as: "owner" });
  const address = await orderToPay(staff);
  const { page, complaints } = await visit({ size: narrow });
  await page.goto(address);
  await page.getByText("NT$1,200").first().waitFor();
  await page.getByText("玉山銀行").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(narrow.width);
  await page.getByRole("button", { name: "以綠界付款" }).click();
  await page.getByRole("button", { name: /付款 Pay/ }).click();
  await page.getByText("付款已完成").waitFor();
  expect(complaints).toEqual([]);
});

test("a customer who cancels can pay in another way, and uploads a picture of a transfer", async () => {
  const staff = await visit({ as: "owner" });
  const address = await orderToPay(staff);
  const { page } = await visit({ size: narrow, theme: "dark" });
  await page.goto(address);
  await page.getByText("玉山銀行").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "以 PayPal 付款" }).click();
  await page.getByRole("button", { name: /不付款 Refuse/ }).click();
  await page.getByText("付款平台尚未回報結果").waitFor();
  await page.getByLabel("上傳轉帳憑證").setInputFiles(photo);
  await page.getByText("已收到轉帳憑證").waitFor();
});

test("the page speaks the language of the browser until the customer chooses another", async () => {
  const address = await orderToPay(await visit({ as: "owner" }));
  const { context, page } = await visit({ size: narrow, locale: "en-GB" });
  await page.goto(address);
  await page.getByText("Bank transfer").waitFor();
  await page.getByLabel("Language").selectOption("zh-tw");
  await page.getByText("銀行轉帳").waitFor();
  const again = await context.newPage();
  await again.goto(address);
  await again.getByText("銀行轉帳").waitFor();
});

test("staff set up a platform, whose keys are tested", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/system/sys?tab=pay");
  await page.getByRole("article", { name: "SHOPLINE Payments" }).getByRole("button", { name: "設定" }).click();
  const form = page.getByRole("dialog", { name: "設定 SHOPLINE Payments" });
  await form.getByLabel("商店 ID").fill("demo-shopline-merchant");
  await form.getByLabel("API 金鑰").fill("wrong");
  await form.getByLabel("簽章金鑰").fill("demo-shopline-sign-key");
  await form.getByRole("button", { name: "驗證並儲存" }).click();
  await form.getByText("尚未驗證，無法儲存").waitFor();
  await form.getByLabel("API 金鑰").fill("demo-shopline-api-key");
  await form.getByRole("button", { name: "驗證並儲存" }).click();
  await page.getByText("已儲存 SHOPLINE Payments").waitFor();
});
