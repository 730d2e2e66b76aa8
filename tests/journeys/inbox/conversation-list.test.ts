import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { coveredInputs, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const inbox = "/chat/whatsapp";

let customers = 0;
/** A new customer, who has written. */
async function whoWrites(words: string): Promise<{ name: string; phone: string }> {
  customers += 1;
  const digits = `88694${String(Date.now() % 1_000_000).padStart(6, "0")}${customers}`;
  const customer = { name: `候鳥${customers}號`, phone: digits };
  await phones.add(customer);
  await phones.write(customer.phone, words);
  return customer;
}

const rowOf = (page: Page, { name }: { name: string }): Locator => page.getByRole("option").filter({ hasText: name });
/** Chooses a list by its tab or, if it has none, behind the funnel. */
async function choose(page: Page, name: RegExp, behindFunnel = true): Promise<void> {
  if (!behindFunnel) return page.getByRole("button", { name }).first().click();
  await page.getByRole("button", { name: "更多篩選" }).click();
  await page.getByRole("tooltip").getByRole("button", { name }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("tooltip").waitFor({ state: "hidden" });
}

test("a conversation is closed by keys, and opens again when the customer writes", async () => {
  const customer = await whoWrites("想問暑期班");
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  await rowOf(page, customer).click();
  await page.getByRole("article").filter({ hasText: "想問暑期班" }).waitFor();
  // The composer takes the focus once it is ready.
  await page.locator("textarea:focus").waitFor();
  await page.getByRole("listbox", { name: "對話列表" }).focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByRole("button", { name: "結束對話" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "結束對話" }).press("Enter");
  await rowOf(page, customer).waitFor({ state: "detached" });

  await choose(page, /^已結束/);
  await rowOf(page, customer).click();
  await page.getByText(/結束了對話 ·/).waitFor();
  await phones.write(customer.phone, "再問一下費用");
  await rowOf(page, customer).waitFor({ state: "detached" });
  await page.getByText(/客戶來訊，對話已重新開啟/).waitFor();
  await choose(page, /^進行中/);
  await rowOf(page, customer).getByText("再問一下費用").waitFor();
  expect(complaints).toEqual([]);
});

test("filters are combined in the address, and a snoozed conversation waits in its own list", async () => {
  const customer = await whoWrites("下週再聯絡");
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  await rowOf(page, customer).waitFor();
  await choose(page, /^待回覆/, false);
  await choose(page, /^24 小時內/);
  await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe("NoReply,Under24h");
  await page.reload();
  // The customer who waits longest comes first; the one of this test has only just written.
  await page.getByRole("button", { name: "排序：等候最久" }).click();
  await page.getByRole("menuitem", { name: /^最新訊息/ }).click();
  await rowOf(page, customer).click();
  expect(await page.getByRole("button", { name: /^待回覆/ }).getAttribute("aria-pressed")).toBe("true");

  await page.getByRole("button", { name: "暫緩", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /明天早上/ })
    .click();
  await rowOf(page, customer).waitFor({ state: "detached" });
  // The mouse on the undo message keeps it there.
  await page.getByRole("button", { name: "復原" }).hover();
  await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
  expect(await coveredInputs(page)).toEqual([]);
  await choose(page, /^已暫緩/);
  await rowOf(page, customer).click();
  await page
    .getByText(/將對話暫緩至/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "重新開啟" }).click();
  await rowOf(page, customer).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("arrow keys move through the list at once, and keys open the note and the choice of the sales person", async () => {
  const customers = [await whoWrites("想補課"), await whoWrites("想報名")];
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  for (const customer of customers) await rowOf(page, customer).waitFor();
  const idOf = async (row: number) =>
    (await page.getByRole("option").nth(row).getAttribute("id"))?.slice("conversation-".length);
  const openId = () => new URL(page.url()).searchParams.get("conversation");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(openId).toBe(await idOf(0));
  await page.locator("textarea:focus").waitFor();

  const list = page.getByRole("listbox", { name: "對話列表" });
  const sales = page.getByRole("complementary", { name: "客戶資料" }).getByRole("combobox", { name: "業務" });
  await list.focus();
  await page.keyboard.press("a");
  await expect.poll(() => sales.getAttribute("aria-expanded")).toBe("true");
  await list.focus();
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "內部備註" }).and(page.locator(":focus")).waitFor();

  // For the row that has the focus, whose conversation is not open yet.
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("a");
  await expect.poll(openId).toBe(await idOf(1));
  await expect.poll(() => sales.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Escape");
  await list.focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "鍵盤快捷鍵" });
  for (const does of ["寫內部備註", "選擇業務", "更改名單狀態", "更改下次聯絡", "寫名單備註"])
    await help.getByText(does).waitFor();
  expect(complaints).toEqual([]);
});

test("a customer who was answered gets status, next contact and note by keys, and not the next one in the queue", async () => {
  const customer = await whoWrites("想試聽");
  await whoWrites("想改時間");
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(`${inbox}?filter=NoReply`);
  // The customer who waits longest comes first; the ones of this test have only just written.
  await page.getByRole("button", { name: "排序：等候最久" }).click();
  await page.getByRole("menuitem", { name: /^最新訊息/ }).click();
  await rowOf(page, customer).click();
  const writing = page.getByRole("textbox", { name: "輸入訊息" });
  await writing.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("好的，為您安排");
  await page.keyboard.press("Enter");
  // Once answered, it leaves the queue and stays open.
  await rowOf(page, customer).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  const person = page.getByRole("complementary", { name: "客戶資料" });
  await person.getByRole("heading", { name: customer.name }).waitFor();

  await page.keyboard.press("Shift+S");
  const status = person.getByRole("combobox", { name: "狀態" });
  await expect.poll(() => status.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => status.getAttribute("aria-expanded")).toBe("false");

  await page.keyboard.press("d");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("2099-12-01");
  await page.keyboard.press("Enter");
  await person.getByText("2099-12-01").first().waitFor();

  await page.keyboard.press("Shift+N");
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("週六來試聽");
  await page.keyboard.press("Control+Enter");
  await person.getByText("週六來試聽", { exact: true }).first().waitFor();
  await person.getByRole("heading", { name: customer.name }).waitFor();
  // The focus is free again: letters are shortcuts, and not a second note.
  await page.locator("textarea:focus").waitFor({ state: "detached" });
  // A quick change may be based on the previous version: the card merges the new one and saves again.
  expect(complaints.filter((one) => !one.includes("409 (Conflict)"))).toEqual([]);
});

test("waiting customers form a queue: reading is not answering, and the address keeps the order", async () => {
  const customers = [await whoWrites("想問學費"), await whoWrites("想問時間")];
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(inbox);
  const [first = { name: "" }] = customers;
  await rowOf(page, first).click();
  await page.getByRole("article").filter({ hasText: "想問學費" }).waitFor();
  await rowOf(page, first).getByRole("img", { name: "待回覆" }).waitFor();
  await rowOf(page, first)
    .getByText(/^(剛來訊|等 \d+ 分鐘)$/)
    .waitFor();
  await page.getByRole("button", { name: "排序：最新訊息" }).click();
  await page.getByRole("menuitem", { name: "回覆時間最快結束" }).click();
  await page.waitForURL(/filter=NoReply&order=window|order=window&filter=NoReply/);
  await page.getByRole("button", { name: "排序：回覆時間最快結束" }).waitFor();
  await choose(page, /^全部/, false);
  await page.getByRole("button", { name: "排序：最新訊息" }).waitFor();
  expect(complaints).toEqual([]);
});
