import { landingPages } from "@homeroom/contract/landing-pages";
import { leads } from "@homeroom/contract/leads";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

const unique = () => String(Date.now()).slice(-8);

/** Creates a page with the form; returns its URL name. */
async function makePage(page: Page, name: string): Promise<string> {
  const urlName = `page-${unique()}`;
  await page.goto("/advert/landingpage?new=1");
  const form = page.getByRole("dialog", { name: "新增落地頁" });
  await form.getByLabel("名稱", { exact: true }).fill(name);
  await form.getByLabel("網址名稱").fill(urlName);
  await form.getByRole("button", { name: "不使用追蹤程式碼" }).click();
  await form.getByRole("button", { name: "儲存" }).click();
  await page.getByRole("heading", { name }).waitFor();
  return urlName;
}

test("a page is made, edited, published, and its form becomes a lead", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  const name = `冬令營 ${unique()}`;
  await makePage(page, name);
  const preview = page.frameLocator("iframe[title='頁面預覽']");

  // Edited in the fields, and on the page itself.
  await page.getByRole("button", { name: "主視覺 暑期營現正報名" }).click();
  await page.getByLabel("標題", { exact: true }).fill("冬令營現正報名");
  await preview.getByRole("heading", { name: "冬令營現正報名" }).waitFor();
  await preview.getByText("五天小班活動").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("兩天，讓孩子動起來");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("副標題").inputValue()).toBe("兩天，讓孩子動起來");

  // Undone and redone.
  await page.getByRole("button", { name: "復原" }).click();
  await preview.getByText("五天小班活動").waitFor();
  await page.getByRole("button", { name: "重做" }).click();
  await preview.getByText("兩天，讓孩子動起來").waitFor();

  // Another section, moved to another place.
  await page.getByRole("button", { name: "所有區塊" }).click();
  await page.getByRole("button", { name: "新增區塊" }).click();
  await page.getByRole("menuitem", { name: "地圖" }).click();
  await page.getByLabel("地址").fill("台北市大安區和平東路一段 1 號");
  await preview.getByText("和平東路一段").waitFor();
  await page.getByRole("status").filter({ hasText: "已儲存" }).waitFor();

  await page.getByRole("button", { name: /發佈$/ }).click();
  await page.getByText(`「${name}」已發佈`).waitFor();
  const address = await page.getByRole("link", { name: "開啟已發佈的頁面" }).getAttribute("href");

  // A later change can be published too, or shown to every second visitor.
  await page.getByLabel("地址").fill("台北市大安區和平東路一段 2 號");
  await page.getByText("有未發佈的修改").waitFor();
  await page.getByRole("button", { name: "更多發佈方式" }).waitFor();

  const { page: visitor } = await visit({ size: narrow });
  const target = new URL(address ?? "");
  await visitor.goto(`${target.pathname}?utm_source=meta&utm_campaign=winter`);
  await visitor.getByRole("heading", { name: "冬令營現正報名" }).waitFor();
  expect(await seriousFaults(visitor)).toEqual([]);
  const person = `林媽媽${unique()}`;
  await visitor.getByLabel("姓名", { exact: true }).fill(person);
  await visitor.getByLabel("電話").fill(`09${unique()}`);
  await visitor.getByLabel("留言").fill("想了解住宿");
  // Nobody fills in a form faster.
  await visitor.waitForFunction(() => performance.now() > 2500);
  await visitor.getByRole("button", { name: "送出" }).click();
  await visitor.getByText("已收到你的資料").waitFor();

  const admin = await callerNamed("admin");
  await expect
    .poll(async () => (await admin.call(leads.list, { keywords: person })).list.map(({ nickname }) => nickname))
    .toEqual([person]);
  const { list } = await admin.call(landingPages.list, { keywords: name });
  expect(list).toMatchObject([{ publishStatus: "changed", leadCount: 1 }]);
  expect(complaints).toEqual([]);
});

test("when two people edit a page at once, the second decides whose sections are kept", async () => {
  const { page } = await visit({ as: "admin" });
  const name = `兩人 ${unique()}`;
  await makePage(page, name);
  const { page: other } = await visit({ as: "owner" });
  await other.goto(new URL(page.url()).pathname);
  const hero = (at: Page) => at.getByRole("button", { name: /^主視覺/ });
  const type = async (at: Page, words: string) => {
    await hero(at).click();
    await at.getByLabel("標題", { exact: true }).fill(words);
  };
  // The second has read the page before the first changes it.
  await hero(other).waitFor();
  const saved = page.waitForResponse((answer) => answer.url().endsWith(landingPages.edit.path) && answer.ok());
  await type(page, "第一人");
  await saved;
  await type(other, "第二人");
  await other.getByText("其他人已修改這個落地頁").waitFor();
  await other.getByRole("button", { name: "保留我的版本" }).click();
  await other.getByRole("status").filter({ hasText: "已儲存" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "主視覺 第二人" }).waitFor();
});
