import { expect, inject, test } from "vitest";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

test("staff set up a mail server, which is saved only after a test message", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/organization/email");
  await page.getByRole("heading", { name: "電郵設定" }).waitFor();
  await page.getByRole("article").last().getByRole("button", { name: "設定" }).click();
  const form = page.getByRole("dialog", { name: /^電郵設定：/ });
  await form.getByLabel("服務商").click();
  await page.getByTitle("其他").click();
  await form.getByLabel("伺服器").fill("127.0.0.1");
  await form.getByLabel("連接埠").fill(String(inject("mailPort")));
  await form.getByLabel("加密方式").click();
  await page.getByTitle("不加密").click();
  await form.getByLabel("使用者名稱").fill("demo");
  await form.getByLabel("密碼", { exact: true }).fill("wrong");
  await form.getByLabel("寄件地址").fill("hello@school.test");
  await form.getByRole("button", { name: "寄測試電郵" }).click();
  await form.getByText("伺服器不接受使用者名稱或密碼").waitFor();
  await form.getByLabel("密碼", { exact: true }).fill("demo-smtp-password");
  await form.getByRole("button", { name: /^儲\s?存$/ }).click();
  await form.getByText("尚未驗證，無法儲存").waitFor();
  await form.getByRole("button", { name: "寄測試電郵" }).click();
  await form.getByText(/^已寄到/).waitFor();
  await form.getByLabel("寄件人名稱").fill("新名字");
  await form.getByText("內容已變更，請再寄一次測試電郵").waitFor();
  await form.getByRole("button", { name: "寄測試電郵" }).click();
  await form.getByText(/^已寄到/).waitFor();
  await form.getByRole("button", { name: /^儲\s?存$/ }).click();
  await page.getByText("已儲存電郵設定").waitFor();
  await page.getByRole("article").last().getByText("hello@school.test").first().waitFor();
  await page.setViewportSize(narrow);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(narrow.width);
  // The refused test and save answer 409, which browsers write to the console.
  expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
});
