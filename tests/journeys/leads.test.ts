import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

let made = 0;
function newLead() {
  made += 1;
  return { nickname: `柳原${made}`, areaCode: "+886", phone: `0966${String(Date.now()).slice(-5)}${made % 10}` };
}

async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/lead/list${query}`);
  await page.getByRole("row").nth(1).waitFor();
}

const drawer = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("a lead is created: errors are shown at their fields, and then the lead is there, for others too", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  const { page: colleague } = await visit({ as: "owner" });
  await openList(page);
  await openList(colleague);
  const lead = newLead();

  await page.getByRole("button", { name: "新增名單" }).click();
  const form = drawer(page, "新增名單");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("請輸入姓名").waitFor();
  await form.getByLabel("姓名", { exact: true }).fill(lead.nickname);
  await form.getByLabel("電話").first().fill("12");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("電話號碼不正確").waitFor();
  await form.getByLabel("電話").first().fill(lead.phone);
  await form.getByRole("button", { name: "儲存" }).click();
  await form.waitFor({ state: "detached" });

  await page.waitForURL((url) => url.searchParams.has("lead"));
  await page.getByRole("heading", { name: lead.nickname }).waitFor();
  await page.getByText("新增名單", { exact: true }).last().waitFor();
  await colleague.getByRole("button", { name: /有 \d+ 筆新名單/ }).click();
  await colleague.getByRole("row").filter({ hasText: lead.nickname }).waitFor();
  expect(complaints).toEqual([]);
});

test("a number that is already used is refused by the server, at its field", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  await admin.call(leads.add, lead);
  const { page } = await visit({ as: "admin" });
  await openList(page);
  await page.getByRole("button", { name: "新增名單" }).click();
  const form = drawer(page, "新增名單");
  await form.getByLabel("姓名", { exact: true }).fill("同一個人");
  await form.getByLabel("電話").first().fill(lead.phone);
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("電話已存在").waitFor();

  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "尚未儲存" }).getByRole("button", { name: "放棄修改" }).click();
  await form.waitFor({ state: "detached" });
});

test("when two people edit the same lead, the second keeps their input and sees what the first changed", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const { leadId } = await admin.call(leads.add, lead);
  const { page } = await visit({ as: "admin" });
  await openList(page, `?lead=${leadId}`);
  await page.getByRole("button", { name: "編輯" }).click();
  const form = drawer(page, /編輯名單/);
  await form.getByLabel("就讀學校").fill("大安國中");

  const owner = await callerNamed("owner");
  const { version } = await owner.call(leads.info, { leadId });
  await owner.call(leads.edit, { ...lead, leadId, version, email: "willow@example.com" });
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("已帶入對方改過的欄位：電郵").waitFor();
  expect(await form.getByLabel("就讀學校").inputValue()).toBe("大安國中");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.waitFor({ state: "detached" });
  const saved = await owner.call(leads.info, { leadId });
  expect(saved).toMatchObject({ school: "大安國中", email: "willow@example.com" });
});

test("search and filters are in the address, and the keyboard moves from lead to lead", async () => {
  const admin = await callerNamed("admin");
  const [one, two] = [newLead(), newLead()];
  await admin.call(leads.add, { ...one, nickname: `尋找${one.nickname}` });
  await admin.call(leads.add, { ...two, nickname: `尋找${two.nickname}` });
  const { page } = await visit({ as: "admin" });
  await openList(page);
  await page.keyboard.press("/");
  await page.keyboard.type("尋找柳原");
  await expect.poll(() => decodeURIComponent(page.url())).toContain("尋找柳原");
  await expect.poll(() => page.getByRole("row").count()).toBe(3);
  await page.reload();
  await expect.poll(() => page.getByRole("row").filter({ hasText: "尋找柳原" }).count()).toBe(2);
  await expect.poll(() => page.getByRole("row").count()).toBe(3);

  await page.getByRole("row").filter({ hasText: two.nickname }).locator('[data-cell="nickname"]').click();
  await page.getByRole("heading", { name: two.nickname }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: one.nickname }).waitFor();
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: two.nickname }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("lead"));
});

test("a note is written, and the history shows it", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const { leadId } = await admin.call(leads.add, lead);
  const { page } = await visit({ as: "admin" });
  await page.goto(`/lead/edit/${leadId}`);
  await page.getByPlaceholder("談了什麼、下一步是什麼").fill("週五試聽，家長一起來");
  await page.getByRole("button", { name: "儲存備註" }).click();
  await page.getByText("週五試聽，家長一起來").first().waitFor();
  await page.getByText("新增備註").last().waitFor();
  const { list } = await admin.call(leads.notes, { leadId });
  expect(list.map(({ content }) => content)).toEqual(["週五試聽，家長一起來"]);
});

test("sales people see their own leads and no others", async () => {
  const admin = await callerNamed("admin");
  const sales = await admin.call(member.salesList, {});
  const other = sales.find(({ label }) => label === "張家豪");
  const lead = newLead();
  await admin.call(leads.add, { ...lead, sales: other?.value ?? null });
  const { page } = await visit({ as: "sales1" });
  await openList(page);
  await page.keyboard.press("/");
  await page.keyboard.type(lead.phone.slice(-7));
  await page.getByText("沒有符合條件的名單").waitFor();
});

test("a lead that the person may not see shows a message instead of an empty card", async () => {
  const { page } = await visit({ as: "sales1" });
  await page.goto("/lead/list?lead=01900000-0000-7000-8000-000000000000");
  await page.getByText("看不到這筆名單").waitFor();
});

test("a date is typed or picked, undone, kept while the input is incomplete, and cleared on purpose", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const { leadId } = await admin.call(leads.add, { ...lead, nextContactDate: "2026-11-21", birthday: "2015-04-03" });
  const { page, complaints } = await visit({ as: "admin", language: "en" });
  const saved = async () => (await admin.call(leads.info, { leadId })).nextContactDate;
  await page.goto(`/lead/list?lead=${leadId}`);
  const pen = page.getByRole("button", { name: "Change: Next contact", exact: true });
  const field = page.getByLabel("Next contact", { exact: true });

  await pen.click();
  await field.waitFor();
  await page.keyboard.type("2026/12/1");
  await page.keyboard.press("Enter");
  await expect.poll(saved).toBe("2026-12-01");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(saved).toBe("2026-11-21");

  await pen.click();
  await field.waitFor();
  await page.keyboard.type("20261");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "The date is incomplete" }).waitFor();
  await page.keyboard.press("Escape");
  await pen.waitFor();
  expect(await saved()).toBe("2026-11-21");

  await pen.click();
  await field.waitFor();
  await page.getByRole("button", { name: "Tomorrow", exact: true }).click();
  await expect.poll(saved).not.toBe("2026-11-21");

  await pen.click();
  await field.waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect.poll(saved).toBeNull();

  await page.getByRole("button", { name: /Edit$/ }).click();
  const form = drawer(page, /Edit lead/);
  await form.getByLabel("Birthday").fill("2015-04");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("The date is incomplete").waitFor();
  expect((await admin.call(leads.info, { leadId })).birthday).toBe("2015-04-03");
  expect(complaints).toEqual([]);
});

test("on a phone the list consists of cards, and nothing scrolls sideways", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  await page.goto("/lead/list");
  await page.getByText(/^共 /).waitFor();
  expect(await page.getByRole("grid").count()).toBe(0);
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
});

test("a lead is edited in its row with the keyboard alone: another status, the next row, a name", async () => {
  const admin = await callerNamed("admin");
  const [one, two] = [newLead(), newLead()];
  const word = `列上${one.phone.slice(-6)}`;
  const { leadId: upper } = await admin.call(leads.add, { ...one, nickname: `${word}甲` });
  const { leadId: lower } = await admin.call(leads.add, { ...two, nickname: `${word}乙` });
  const { page, complaints } = await visit({ as: "admin" });
  await openList(page, `?sort=nickname&keywords=${encodeURIComponent(word)}`);
  await expect.poll(() => page.getByRole("row").count()).toBe(3);

  await page.keyboard.press("j");
  const rowOf = (leadName: string) => page.getByRole("row").filter({ hasText: leadName });
  await expect.poll(() => page.evaluate("document.activeElement?.dataset.cell ?? ''")).toBe("nickname");
  const begins = await page.evaluate<string>("document.activeElement?.textContent ?? ''");
  const [here, below] = begins.includes("甲") ? [upper, lower] : [lower, upper];
  await page.keyboard.press("s");
  await page.getByRole("combobox", { name: "狀態" }).waitFor();
  await page.keyboard.type("跟進中");
  await page.getByRole("option", { name: "跟進中" }).waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await admin.call(leads.info, { leadId: here })).names.status).toBe("跟進中");

  await expect.poll(() => page.evaluate("document.activeElement?.dataset.cell ?? ''")).toBe("status");
  await page.keyboard.press("Home");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "姓名", exact: true }).fill(`${word}改名`);
  await page.keyboard.press("Enter");
  await rowOf(`${word}改名`).waitFor();
  await expect.poll(async () => (await admin.call(leads.info, { leadId: below })).nickname).toBe(`${word}改名`);
  expect(complaints).toEqual([]);
});

test("a change that the server refuses stays on its cell, and can be discarded", async () => {
  const admin = await callerNamed("admin");
  const [one, two] = [newLead(), newLead()];
  const word = `格子${one.phone.slice(-6)}`;
  await admin.call(leads.add, one);
  await admin.call(leads.add, { ...two, nickname: word });
  const { page } = await visit({ as: "admin" });
  await openList(page, `?keywords=${encodeURIComponent(word)}`);
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.getByRole("row").nth(1).locator('[data-cell="phone"]').click();
  await page.getByRole("textbox", { name: "電話" }).fill(one.phone);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /電話已存在/ }).hover();
  await page.getByRole("button", { name: "放棄" }).click();
  await expect.poll(() => page.getByRole("button", { name: /電話已存在/ }).count()).toBe(0);
  await page
    .getByRole("row")
    .nth(1)
    .filter({ hasText: two.phone.slice(-3) })
    .waitFor();
});

test("on the board a card is moved to another status with the keyboard, and back", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const word = `看板${lead.phone.slice(-6)}`;
  const { leadId } = await admin.call(leads.add, { ...lead, nickname: word });
  const { status } = await admin.call(leads.info, { leadId });
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(`/lead/list?view=board&keywords=${encodeURIComponent(word)}`);
  const card = page.getByRole("button", { name: word, exact: true });
  await card.focus();
  await page.keyboard.press("Space");
  await page.getByText(new RegExp(`已拿起「${word}」`)).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await admin.call(leads.info, { leadId })).status).not.toBe(status);
  await page.getByRole("button", { name: "復原" }).click();
  await expect.poll(async () => (await admin.call(leads.info, { leadId })).status).toBe(status);
  expect(complaints).toEqual([]);
});

test("a saved view keeps filters, sort and columns", async () => {
  const { page } = await visit({ as: "admin" });
  const name = `我的檢視${Date.now() % 100000}`;
  // A unique width: saving is not offered for a view that equals another one.
  const columns = `nickname_*phone.${200 + (Date.now() % 100)}_email`;
  await openList(page, `?sort=-leadDate&columns=${columns}`);
  await expect
    .poll(() => page.getByRole("columnheader").allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringContaining("電話"), expect.stringContaining("電郵")]));
  await page.getByRole("button", { name: "已存檢視" }).click();
  await page.getByLabel("檢視名稱").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name, exact: true }).waitFor();

  await page.goto("/lead/list");
  await page.getByRole("columnheader", { name: "狀態" }).waitFor();
  await page.getByRole("button", { name: "已存檢視" }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("columns") === columns);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("-leadDate");
  await page.getByRole("columnheader", { name: "狀態" }).waitFor({ state: "detached" });
});

test("a day is typed in a row in everyday words, undone, and an incomplete one is refused there", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const word = `約日${lead.phone.slice(-6)}`;
  const { leadId } = await admin.call(leads.add, { ...lead, nickname: word });
  const dayNow = async () => (await admin.call(leads.info, { leadId })).nextContactDate;
  const { page, complaints } = await visit({ as: "admin" });
  await openList(page, `?keywords=${encodeURIComponent(word)}`);
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  const cell = page.getByRole("row").filter({ hasText: word }).locator('[data-cell="nextContactDate"]');
  const field = page.getByRole("textbox", { name: "下次聯絡" });

  await cell.click();
  await field.fill("2030/3/5");
  await field.press("Enter");
  await expect.poll(dayNow).toBe("2030-03-05");
  await page.getByRole("button", { name: "復原" }).click();
  await expect.poll(dayNow).toBeNull();

  await cell.click();
  await field.fill("2030/3/");
  await page.getByRole("heading", { name: "名單", level: 1 }).click();
  await cell.getByRole("button", { name: "日期不完整" }).waitFor();
  expect(await dayNow()).toBeNull();
  expect(complaints).toEqual([]);
});

test("a click on a cell counts although somebody else's change arrives while the mouse button is down", async () => {
  const admin = await callerNamed("admin");
  const lead = newLead();
  const word = `按住${lead.phone.slice(-6)}`;
  const { leadId } = await admin.call(leads.add, { ...lead, nickname: word });
  const { page, complaints } = await visit({ as: "admin" });
  await openList(page, `?keywords=${encodeURIComponent(word)}`);
  const cell = page.getByRole("row").filter({ hasText: word }).locator('[data-cell="nextContactDate"]');
  await cell.hover();
  await page.mouse.down();
  const { version } = await admin.call(leads.info, { leadId });
  await admin.call(leads.change, { leadId, version, changes: { nextContactDate: "2030-03-05" } });
  await cell.getByText("2030").waitFor();
  await page.mouse.up();
  await page.getByRole("textbox", { name: "下次聯絡" }).waitFor();
  expect(complaints).toEqual([]);
});
