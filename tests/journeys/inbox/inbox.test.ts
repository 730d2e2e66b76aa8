import { chat } from "@homeroom/contract/chat";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { until } from "../../harness/until.ts";
import { picture } from "../../isolation/picture.ts";
import { callerNamed, narrow, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const inbox = "/chat/whatsapp";

let customers = 0;
/** A new customer. */
async function newCustomer(behaviour?: string): Promise<{ name: string; phone: string }> {
  customers += 1;
  const customer = {
    name: `旅人${customers}號`,
    phone: `8869555${String(Date.now() % 100_000).padStart(5, "0")}${customers}`,
  };
  await phones.add({ ...customer, phone: customer.phone.slice(0, 12), ...(behaviour && { behaviour }) });
  return { ...customer, phone: customer.phone.slice(0, 12) };
}

const rowOf = (page: Page, { name }: { name: string }): Locator => page.getByRole("option").filter({ hasText: name });
const bubbleOf = (page: Page, text: string): Locator => page.getByRole("article").filter({ hasText: text });

async function openInbox(page: Page): Promise<void> {
  await page.goto(inbox);
  await page.getByRole("option").first().waitFor();
}

async function answer(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "輸入訊息" }).fill(text);
  await page.keyboard.press("Enter");
}

test("a customer writes on their phone, becomes a lead, is answered, and the ticks follow the phone", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await openInbox(page);
  const { page: phone } = await visit();
  await phone.goto(sandboxUrl);
  await phone.getByRole("button", { name: "新增客戶" }).click();
  const digits = String(Date.now()).slice(-7);
  const customer = { name: `周小禾${digits}`, phone: `88695${digits}` };
  await phone.getByLabel("姓名").fill(customer.name);
  await phone.getByLabel("電話（含國碼）").fill(customer.phone);
  await phone.getByRole("button", { name: "建立" }).click();
  await phone.getByText(`${customer.name}的手機`).waitFor();
  await phone.getByRole("textbox", { name: "輸入訊息" }).fill("請問國中數學班還有名額嗎？");
  await phone.keyboard.press("Enter");

  await rowOf(page, customer).getByText("請問國中數學班還有名額嗎？").waitFor();
  expect(await page.getByRole("option").first().innerText()).toContain(customer.name);
  expect(await rowOf(page, customer).getByLabel("1 則未讀訊息").count()).toBe(1);

  await rowOf(page, customer).click();
  await bubbleOf(page, "請問國中數學班還有名額嗎？").waitFor();
  const person = page.getByRole("complementary", { name: "客戶資料" });
  await person
    .getByText(/李詠詩|張家豪/)
    .first()
    .waitFor();
  await rowOf(page, customer).getByLabel("1 則未讀訊息").waitFor({ state: "detached" });

  // The phone's chat is not open when it arrives.
  await phone.goto("about:blank");
  await answer(page, "有的，週三和週五晚上各一班。");
  const ours = bubbleOf(page, "有的，週三和週五晚上各一班。");
  await ours.getByRole("img", { name: "已送達" }).waitFor();
  await phone.goto(sandboxUrl);
  await phone.getByRole("button", { name: new RegExp(customer.name) }).click();
  await phone.getByRole("log").getByText("有的，週三和週五晚上各一班。").waitFor();
  await ours.getByRole("img", { name: "已讀" }).waitFor();

  await person.getByRole("link", { name: "開啟名單" }).click();
  // The card beside the conversation shows the same text until it is gone.
  await page
    .getByText(/進來的新名單/)
    .last()
    .waitFor();
  await page
    .getByText(/分配給 (李詠詩|張家豪)/)
    .last()
    .waitFor();
  expect(complaints).toEqual([]);
});

test("a second browser receives every message of both sides by itself", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "你好，在嗎？");
  const [first, second] = [await visit({ as: "admin" }), await visit({ as: "owner" })];
  for (const { page } of [first, second]) {
    await openInbox(page);
    await rowOf(page, customer).click();
    await bubbleOf(page, "你好，在嗎？").waitFor();
  }
  await answer(first.page, "在的，請說。");
  await bubbleOf(second.page, "在的，請說。").waitFor();
  await bubbleOf(second.page, "在的，請說。").getByRole("img", { name: "已送達" }).waitFor();
  await phones.write(customer.phone, "想改上課時間");
  for (const { page } of [first, second]) await bubbleOf(page, "想改上課時間").waitFor();
  expect(await bubbleOf(second.page, "在的，請說。").count()).toBe(1);
});

test("messages sent while the connection was down are there once it is back", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "第一句");
  const { page } = await visit({ as: "admin" });
  let connected = true;
  const open = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket(/\/api_chat\/socket/, (socket) => {
    if (!connected) return void socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  await page.route(/\/api_chat\//, (route) => (connected ? route.continue() : route.abort()));
  await openInbox(page);
  await rowOf(page, customer).click();
  await bubbleOf(page, "第一句").waitFor();

  connected = false;
  for (const socket of open) await socket.close();
  await page.getByText(/連線中斷/).waitFor();
  await phones.write(customer.phone, "斷線時說的話");
  const admin = await callerNamed("admin");
  await until("the message to be stored", async () => {
    const { list } = await admin.call(chat.conversationList, { keywords: customer.name });
    return list[0]?.lastMessage?.text === "斷線時說的話";
  });
  expect(await bubbleOf(page, "斷線時說的話").count()).toBe(0);
  for (const words of ["斷線時寫的回覆", "接著又寫一句"]) await answer(page, words);
  await page.getByText("連線中斷，恢復後會自動送出。").nth(1).waitFor();

  connected = true;
  await bubbleOf(page, "斷線時說的話").waitFor();
  await until("the customer to have what was written meanwhile, once and in order", async () => {
    const said = (await phones.chat(customer.phone)).filter(({ from }) => from === "business");
    return said.map(({ body }) => body.body).join() === "斷線時寫的回覆,接著又寫一句";
  });
  await rowOf(page, customer).getByText("接著又寫一句").waitFor();
  await page.getByText(/連線中斷/).waitFor({ state: "detached" });
});

test("pictures are received and sent", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "我傳課表照片給您");
  await phones.send(customer.phone, { type: "image", sample: true, caption: "這是現在的課表" });
  const { page, complaints } = await visit({ as: "admin" });
  await openInbox(page);
  await rowOf(page, customer).click();
  const theirs = bubbleOf(page, "這是現在的課表");
  await theirs.getByRole("button", { name: /放大圖片/ }).waitFor();
  const width = () =>
    theirs.locator("img").evaluate((image) => Number((image as { naturalWidth?: number }).naturalWidth));
  await expect.poll(width).toBeGreaterThan(10);

  const bytes = Buffer.from(await picture.content.arrayBuffer());
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "加入圖片或文件" }).click();
  await (await chooser).setFiles({ name: "square.png", mimeType: "image/png", buffer: bytes });
  await page.getByRole("textbox", { name: "輸入訊息" }).fill("新的課表");
  await page.keyboard.press("Enter");
  await bubbleOf(page, "新的課表").getByRole("img", { name: "已送達" }).waitFor();
  const last = (await phones.chat(customer.phone)).at(-1);
  expect(last).toMatchObject({ from: "business", kind: "image" });
  expect(complaints).toEqual([]);
});

test("a message that cannot be delivered shows the reason", async () => {
  const customer = await newCustomer("spam");
  await phones.write(customer.phone, "哈囉");
  const { page } = await visit({ as: "admin" });
  await openInbox(page);
  await rowOf(page, customer).click();
  await answer(page, "您好");
  const ours = bubbleOf(page, "您好");
  await ours.getByRole("img", { name: "傳送失敗" }).waitFor();
  await ours.getByText(/WhatsApp 限制了傳送|垃圾訊息/).waitFor();
});

test("after 24 hours the composer says what can still be sent", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto(`${inbox}?filter=Over24h&channel=whatsapp`);
  await page.getByRole("option").first().click();
  await page.getByText("回覆時間已過").waitFor();
  expect(await page.getByRole("textbox", { name: "輸入訊息" }).count()).toBe(0);
});

test("the keyboard is enough to search, move, open and leave", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "鍵盤也能用嗎");
  const { page } = await visit({ as: "admin" });
  await openInbox(page);
  await rowOf(page, customer).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type(customer.name);
  await expect.poll(() => page.getByRole("option").count()).toBe(1);
  await page.getByRole("listbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await bubbleOf(page, "鍵盤也能用嗎").waitFor();
  await page.reload();
  await bubbleOf(page, "鍵盤也能用嗎").waitFor();
});

test("a person without permission to send can read, and is told so", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "有人在嗎");
  const { page } = await visit({ as: "tutor" });
  await openInbox(page);
  await page.getByRole("option").first().click();
  await page.getByText("您沒有傳送訊息的權限").waitFor();
});

test("on a phone the list opens a conversation, and back leads to the list", async () => {
  const customer = await newCustomer();
  await phones.write(customer.phone, "手機上看");
  const { page } = await visit({ as: "admin", size: narrow });
  await openInbox(page);
  await rowOf(page, customer).click();
  await bubbleOf(page, "手機上看").waitFor();
  expect(await page.getByRole("listbox", { name: "對話列表" }).isVisible()).toBe(false);
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
  await answer(page, "收到");
  await bubbleOf(page, "收到")
    .getByRole("img", { name: /已傳送|已送達/ })
    .waitFor();
  await page.goBack();
  await page.getByRole("listbox", { name: "對話列表" }).waitFor();
});
