import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phonesOf } from "../../harness/phone.ts";
import { until } from "../../harness/until.ts";
import { picture } from "../../isolation/picture.ts";
import { narrow, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const dayAgo = Date.now() - 26 * 3_600_000;
/** Different in each run against the same data. */
const run = String(Date.now()).slice(-6);

async function reviewsTake(reviewMs: number): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/api/switches`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reviewMs }),
  });
  expect(answer.status).toBe(200);
}
beforeAll(() => reviewsTake(3_000));
afterAll(() => reviewsTake(2_000));

/** A customer whose last message is older than a day. */
async function silentCustomer(name: string): Promise<{ name: string; phone: string }> {
  const customer = { name: `${name}${run}`, phone: `88698${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.send(customer.phone, { type: "text", text: "請問下週的課？", at: dayAgo });
  return customer;
}

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const bubbleOf = (page: Page, text: string): Locator => page.getByRole("article").filter({ hasText: text });

async function openConversation(page: Page, { name }: { name: string }): Promise<void> {
  await page.goto("/chat/whatsapp");
  await page.getByRole("option").filter({ hasText: name }).click();
  await bubbleOf(page, "請問下週的課？").waitFor();
}

/** The switch shows the new state at once, and can be clicked again when it is saved: only then do others see it. */
async function press(open: Locator, checked: boolean): Promise<void> {
  await open.click();
  await expect.poll(() => open.getAttribute("aria-checked")).toBe(String(checked));
  await expect.poll(() => open.isEnabled()).toBe(true);
}

async function chooseTemplate(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "選擇範本" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "搜尋名稱或內文" }).fill(name);
  await dialog.getByRole("button", { name }).click();
  return dialog;
}

async function upload(page: Page, button: Locator): Promise<void> {
  const bytes = Buffer.from(await picture.content.arrayBuffer());
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles({ name: "flag.png", mimeType: "image/png", buffer: bytes });
}

test("at 1440 pixels the list shows all its columns without scrolling sideways", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/admessage/template");
  await page.getByRole("columnheader", { name: "操作" }).waitFor();
  const hidden = await page.evaluate(
    "Math.max(...[...document.querySelectorAll('main, main *')].filter((one) => getComputedStyle(one).overflowX === 'auto').map((one) => one.scrollWidth - one.clientWidth))",
  );
  expect(hidden).toBe(0);
});

test("a template is written, rejected with a reason, corrected, approved, opened, and only it reaches a customer outside the window", async () => {
  const name = `room_change_${run}`;
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/admessage/template?new=1");
  const form = page.getByRole("dialog");
  await form.getByLabel("名稱").fill(`Room Change ${run}`);
  await expect.poll(() => form.getByLabel("名稱").inputValue()).toBe(name);
  await form.getByLabel("內文").fill("若要拒絕通知，請回覆我們。您好 ");
  await form.getByRole("button", { name: "插入變數" }).click();
  await form.getByText("每個變數都需要範例").waitFor();
  await form.getByText("變數不可放在內文的開頭或結尾").waitFor();
  // Typing continues after the variable, and the next one is inserted at the caret.
  await page.keyboard.type("，本週的課 改到二樓教室。");
  const body = form.getByLabel("內文");
  expect(await body.inputValue()).toBe("若要拒絕通知，請回覆我們。您好 {{1}}，本週的課 改到二樓教室。");
  await page.keyboard.press("Home");
  await form.getByRole("button", { name: "插入變數" }).click();
  expect(await body.inputValue()).toBe("{{2}}若要拒絕通知，請回覆我們。您好 {{1}}，本週的課 改到二樓教室。");
  await body.fill("若要拒絕通知，請回覆我們。您好 {{1}}，本週的課改到二樓教室。");
  await form.getByRole("button", { name: "儲存並送審" }).click();
  const sample = form.getByLabel("範例").first();
  await form.locator(".ant-form-item-has-error").getByText("每個變數都需要範例").waitFor();
  expect(await rowOf(page, name).count()).toBe(0);
  await sample.fill("陳太");
  await form.getByLabel("頁尾").fill("晨光文理補習班");
  await form.getByRole("button", { name: "快速回覆" }).click();
  await form.getByLabel("按鈕文字").fill("知道了");
  const phone = form.getByRole("figure", { name: "手機預覽" });
  for (const said of ["您好 陳太，本週的課", "晨光文理補習班", "知道了"]) await phone.getByText(said).waitFor();
  await form.getByText("沒有發現常見的退件原因").waitFor();
  await form.getByRole("button", { name: "儲存並送審" }).click();

  await rowOf(page, name).getByText("審核中").waitFor();
  await rowOf(page, name).getByText(name).click();
  await form.getByText("結果出來前不可編輯").waitFor();
  expect(await form.getByRole("textbox").count()).toBe(0);
  await form.getByRole("button", { name: "關閉" }).last().click();

  await rowOf(page, name).getByText("未通過").waitFor();
  await rowOf(page, name).getByText("格式有誤").waitFor();
  await rowOf(page, name).getByText(name).click();
  await form.getByText("The text cannot be understood.").waitFor();
  await form.getByLabel("內文").fill("您好 {{1}}，本週的課改到二樓教室。");
  await form.getByRole("button", { name: "儲存並送審" }).click();
  await rowOf(page, name).getByText("審核中").waitFor();
  await rowOf(page, name).getByText("已通過").waitFor();

  const open = rowOf(page, name).getByRole("switch");
  await press(open, false);
  const customer = await silentCustomer("靜海");
  const { page: inbox, complaints: others } = await visit({ as: "admin" });
  await openConversation(inbox, customer);
  await inbox.getByText("回覆時間已過").waitFor();
  await inbox.getByRole("button", { name: "選擇範本" }).click();
  await inbox.getByRole("dialog").getByText("trial_class_reminder").waitFor();
  expect(await inbox.getByRole("dialog").getByText(name).count()).toBe(0);
  await inbox.keyboard.press("Escape");
  await press(open, true);

  const dialog = await chooseTemplate(inbox, name);
  const send = dialog.getByRole("button", { name: "傳送", exact: true });
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByLabel("內文變數 1").fill("靜海媽媽");
  await dialog.getByText("您好 靜海媽媽，本週的課改到二樓教室。").waitFor();
  await send.click();
  const sent = bubbleOf(inbox, "您好 靜海媽媽，本週的課改到二樓教室。");
  await sent.getByText("知道了").waitFor();
  await sent.getByRole("img", { name: /已送達|已讀/ }).waitFor();
  const [, arrived] = await phones.chat(customer.phone);
  expect(arrived).toMatchObject({ from: "business", kind: "template", body: { name, language: { code: "zh_TW" } } });
  expect([...complaints, ...others]).toEqual([]);
});

test("a picture is sent along: added here, or chosen for a template that was made at WhatsApp", async () => {
  const name = `open_day_${run}`;
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/admessage/template?new=1");
  const form = page.getByRole("dialog");
  await form.getByLabel("名稱").fill(name);
  await form.getByText("圖片", { exact: true }).click();
  await form.getByLabel("內文").fill("校園開放日這週六舉行，歡迎帶孩子來看看。");
  await form.getByText("請上傳頁首圖片").waitFor();
  await upload(page, form.getByRole("button", { name: "選擇圖片：頁首圖片" }));
  await form.getByRole("figure", { name: "手機預覽" }).locator("img").waitFor();
  await form.getByRole("button", { name: "儲存並送審" }).click();
  await rowOf(page, name).getByText("已通過").waitFor();
  await page.getByRole("button", { name: "從 WhatsApp 同步" }).click();
  await rowOf(page, "term_offer").getByText("沒有圖片，傳送時再選").waitFor();

  const customer = await silentCustomer("畫眉");
  await openConversation(page, customer);
  const ours = await chooseTemplate(page, name);
  await ours.locator("img").first().waitFor();
  await ours.getByRole("button", { name: "傳送", exact: true }).click();
  await bubbleOf(page, "校園開放日這週六舉行").locator("img").first().waitFor();
  await bubbleOf(page, "校園開放日這週六舉行")
    .getByRole("img", { name: /已送達|已讀/ })
    .waitFor();

  const theirs = await chooseTemplate(page, "term_offer");
  await theirs.getByText("圖片沒有存在這裡").waitFor();
  await theirs.getByLabel("內文變數 1").fill("畫眉媽媽");
  await theirs.getByLabel("內文變數 2").fill("9 月 15 日");
  await theirs.getByLabel("網址結尾").fill("autumn");
  expect(await theirs.getByRole("button", { name: "傳送", exact: true }).isDisabled()).toBe(true);
  await upload(page, theirs.getByRole("button", { name: "選擇圖片：頁首圖片" }));
  await expect.poll(() => theirs.getByRole("button", { name: "傳送", exact: true }).isEnabled()).toBe(true);
  await theirs.getByRole("button", { name: "傳送", exact: true }).click();
  await bubbleOf(page, "畫眉媽媽您好，秋季班開始報名").locator("img").first().waitFor();

  const { page: phone } = await visit({ size: narrow });
  await phone.goto(sandboxUrl);
  await phone.getByRole("button", { name: new RegExp(customer.name) }).click();
  await phone.getByRole("log").getByText("畫眉媽媽您好，秋季班開始報名").waitFor();
  const pictures = phone.getByRole("log").locator("img");
  await until("both pictures on the phone", async () => (await pictures.count()) >= 2);
  const width = (image: Locator) => image.evaluate((one) => Number((one as { naturalWidth?: number }).naturalWidth));
  for (const index of [0, 1]) await expect.poll(() => width(pictures.nth(index))).toBe(8);
  expect(complaints).toEqual([]);
});
