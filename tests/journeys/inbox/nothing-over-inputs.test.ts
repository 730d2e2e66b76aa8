import { chat } from "@homeroom/contract/chat";
import { chatHolding } from "@homeroom/contract/chat-holding";
import { customLists, media } from "@homeroom/contract/media";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { until } from "../../harness/until.ts";
import { callerNamed, coveredInputs, narrow, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const wide = { width: 1440, height: 900 };
async function snooze(page: Page): Promise<void> {
  const direct = page.getByRole("button", { name: "暫緩", exact: true });
  const folded = page.getByRole("button", { name: "更多操作" });
  await direct.or(folded).first().waitFor();
  if (await direct.isVisible()) await direct.click();
  else {
    await folded.click();
    await page.getByRole("menuitem", { name: "暫緩" }).click();
  }
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /明天早上/ })
    .click();
}

test.each([wide, narrow])("the undo message covers no input, $width pixels wide", async (size) => {
  const customer = { name: `撤回${size.width}`, phone: `88695${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.write(customer.phone, "晚點再說");
  const { page } = await visit({ as: "admin", size });
  // Every conversation in this list can be answered.
  await page.goto("/chat/whatsapp?filter=Under24h");
  await page.getByRole("option").filter({ hasText: customer.name }).click();
  await page.getByRole("article").filter({ hasText: "晚點再說" }).waitFor();
  await snooze(page);
  // The mouse on the message keeps it there.
  await page.getByRole("alert").getByRole("button", { name: "復原" }).hover();
  // By key, so that the mouse stays where it is.
  await page.getByRole("button", { name: "搜尋姓名、電話或訊息" }).press("Enter");
  await page.getByRole("searchbox").waitFor();
  // The next conversation; on a phone the list replaces it.
  if (size === wide) await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
  expect(await coveredInputs(page)).toEqual([]);
});

const scrollDown = "((main) => { main.scrollTo(0, 450); return main.scrollTop; })(document.getElementById('main'))";

test("the button back to the top is hidden while it would cover the composer", async () => {
  const { list } = await (await callerNamed("admin")).call(chat.conversationList, { filters: ["Under24h"] });
  // So low that the send button beside the lead is where the button back to the top appears.
  const { page } = await visit({ as: "admin", size: { width: 1440, height: 440 } });
  await page.goto(`/lead/edit/${list[0]?.leadId}`);
  await page
    .getByRole("heading", { name: list[0]?.nickname ?? "" })
    .first()
    .waitFor();
  const toTop = page.getByRole("button", { name: "回到頂端" });
  // With the facts the page is high enough to scroll.
  await expect.poll(() => page.evaluate<number>(scrollDown)).toBe(450);
  await toTop.waitFor();
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
  await toTop.waitFor({ state: "detached" });
  expect(await coveredInputs(page)).toEqual([]);
});

test("a tag is no higher than its text, also beside something higher", async () => {
  const admin = await callerNamed("admin");
  const [tag] = await admin.call(media.customItems, { ProjectID: customLists.tags });
  if (!tag) throw new Error("The demo has no tags");
  const customer = { name: `標籤${Date.now()}`, phone: `88696${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.write(customer.phone, "想了解課程");
  const conversationId = await until("the conversation", async () => {
    const { list } = await admin.call(chat.conversationList, { keywords: customer.name });
    return list[0]?.conversationId;
  });
  await admin.call(chatHolding.updateLabel, { conversationId, tag: [tag.recordID] });
  const { page } = await visit({ as: "admin" });
  await page.goto(`/chat/whatsapp?conversation=${conversationId}`);
  const shown = page
    .getByRole("complementary", { name: "客戶資料" })
    // The history beside the facts may name it too.
    .locator("dl")
    .getByText(tag.name, { exact: true });
  // The height of a line: in a taller tag the text would be at the top.
  expect((await shown.boundingBox())?.height).toBe(20);
});
