import { chat } from "@homeroom/contract/chat";
import { chatHolding } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerNamed, useBrowser, visit } from "../visit.ts";

useBrowser();

/** A conversation of sales1 that can be answered, and that nobody holds. */
async function freeConversation(): Promise<ConversationId> {
  const { call } = await callerNamed("sales1");
  const { list } = await call(chat.conversationList, { filter: "Under24h", pageSize: 50 });
  const free = list.find(({ holder, sales, blocked }) => holder === null && sales !== null && !blocked);
  if (!free) throw new Error("The demo has no open conversation of sales1");
  return free.conversationId;
}

async function open(page: Page, id: ConversationId): Promise<void> {
  await page.goto(`/chat/whatsapp?conversation=${id}`);
  await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
}

test("two people see each other, one answers, and the other takes over", async () => {
  const id = await freeConversation();
  const { page: admin, complaints } = await visit({ as: "admin" });
  const { page: sales } = await visit({ as: "sales1" });
  await open(admin, id);
  await open(sales, id);
  await admin.getByText("李詠詩 正在查看").waitFor();
  await sales.getByRole("textbox", { name: "輸入訊息" }).pressSequentially("我來看看");
  await admin.getByText("李詠詩 正在輸入…").waitFor();

  await admin.getByRole("textbox", { name: "輸入訊息" }).fill("您好，由我為您說明。");
  await admin.keyboard.press("Enter");
  await admin.getByRole("button", { name: "釋出" }).waitFor();
  await sales.getByText("陳嘉怡 正在回覆這位客戶").waitFor();
  await sales.getByRole("textbox", { name: "輸入訊息" }).fill("我也在");
  await sales.keyboard.press("Enter");
  await sales.getByText("其他業務正在對話中").first().waitFor();

  await sales.getByRole("button", { name: "接手" }).click();
  await sales.getByRole("button", { name: "釋出" }).waitFor();
  await admin.getByText("李詠詩 正在回覆這位客戶").waitFor();
  await sales.getByRole("button", { name: "釋出" }).click();
  await admin.getByText("李詠詩 正在回覆這位客戶").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await (await callerNamed("sales1")).call(chatHolding.release, { conversationId: id });
});

test("labels are set beside the conversation, and the lead's card is there", async () => {
  const id = await freeConversation();
  const { page } = await visit({ as: "admin" });
  await open(page, id);
  const person = page.getByRole("complementary", { name: "客戶資料" });
  await person.getByRole("combobox", { name: "狀態" }).waitFor();
  await person.getByRole("button", { name: "變更標籤" }).click();
  const choice = person.getByRole("combobox", { name: "標籤" });
  await choice.waitFor();
  const first = page.locator(".ant-select-item-option:not(.ant-select-item-option-selected)").first();
  const label = (await first.innerText()).trim();
  await first.click();
  await page.keyboard.press("Tab");
  await person.getByRole("button", { name: "變更標籤" }).waitFor();
  await person.getByText(label).first().waitFor();
});

test("chat rules are saved, and group chats can be read once their service accepts the credentials", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/organization/chat");
  await page.getByLabel("閒置多久自動釋出").fill("12");
  await page.getByRole("button", { name: "儲存" }).click();
  await page.getByText("對話規則已儲存").waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("閒置多久自動釋出").inputValue()).toBe("12");

  await page.getByRole("tab", { name: "群組對話備份" }).click();
  await page.getByRole("button", { name: /^(修改|測試連線)$/ }).waitFor();
  // On a retry it is already connected.
  const change = page.getByRole("button", { name: "修改" });
  if (await change.isVisible()) await change.click();
  await page.getByLabel("電話 ID").fill("886277000001");
  await page.getByLabel("產品 ID").fill("demo-product");
  await page.getByLabel("權杖").fill("wrong-token");
  await page.getByRole("button", { name: "測試連線" }).click();
  await page.getByText("驗證失敗").waitFor();
  await page.getByLabel("權杖").fill("demo-backup-token");
  await page.getByRole("button", { name: "測試並儲存" }).click();
  await page.getByRole("button", { name: /週六兒童英文/ }).click();
  await page.getByText("這週六的課改到下午兩點，請各位家長留意。").first().waitFor();
  await page.getByRole("img", { name: "第三課，圖在這裡。" }).first().waitFor();
  await page.getByPlaceholder("搜尋訊息或發言人").fill("請假");
  await page.getByText("小朋友今天發燒，要請假一次。").first().waitFor();
  await expect.poll(() => page.getByText("收到，謝謝老師。").count()).toBe(0);
});
