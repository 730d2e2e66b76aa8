import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const bubbleOf = (page: Page, text: string): Locator => page.getByRole("article").filter({ hasText: text });

test("a quick reply that fits the question is inserted, sent by mistake, undone and sent again; a colleague gets a note", async () => {
  const customer = { name: "黎曉晴", phone: `88697${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.write(customer.phone, "請問可以試堂嗎？");
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/chat/whatsapp");
  await page.getByRole("option").filter({ hasText: customer.name }).click();
  await bubbleOf(page, "請問可以試堂嗎？").waitFor();

  await bubbleOf(page, "請問可以試堂嗎？").hover();
  await page.getByRole("button", { name: "訊息選單" }).first().click();
  await page.getByRole("menuitem", { name: "引用回覆" }).click();
  const unquote = page.getByRole("button", { name: "取消引用" });
  const field = page.getByRole("textbox", { name: "輸入訊息" });
  await field.fill("/試堂已為您預約");
  await page.getByRole("listbox", { name: "快捷回覆" }).getByRole("option").first().waitFor();
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toContain(`${customer.name}您好，試堂已為您預約`);

  await field.press("Enter");
  await unquote.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "復原" }).click();
  await page.getByText("收回了一則訊息").waitFor();
  await unquote.waitFor();
  await expect.poll(() => field.inputValue()).toContain("試堂已為您預約");
  await field.fill("週六十點可以嗎？");
  await field.press("Enter");
  const answer = bubbleOf(page, "週六十點可以嗎？");
  await answer.getByRole("button", { name: /請問可以試堂嗎？/ }).waitFor();
  await answer.getByRole("img", { name: /已送達|已讀/ }).waitFor();

  await page.getByRole("button", { name: "寫內部備註" }).click();
  await page.getByRole("textbox", { name: "內部備註" }).fill("請留意這位家長的時間");
  await page.getByRole("button", { name: "加入備註" }).click();
  await bubbleOf(page, "請留意這位家長的時間").getByText("內部備註").waitFor();
  expect(complaints).toEqual([]);
});
