import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import { notices } from "@homeroom/contract/notices";
import { notifications } from "@homeroom/contract/notifications";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

let written = 0;
const newTitle = () => `停課通知 ${Date.now()}-${(written += 1)}`;

const bell = (page: Page) => page.getByRole("button", { name: /^通知/ });

async function opened(as: string, path = "/dashboard") {
  const caller = await callerNamed(as);
  await caller.call(notices.readAll, {});
  await caller.call(notifications.readAll, {});
  const visited = await visit({ as });
  await visited.page.goto(path);
  await bell(visited.page).waitFor();
  return visited;
}

test("a notice is written and published, appears at once in another person's bell, is read, and disappears when revoked", async () => {
  const { page: reader } = await opened("sales1");
  await reader.getByRole("button", { name: "通知", exact: true }).waitFor();
  const { page, complaints } = await opened("admin", "/system/notice");
  const title = newTitle();

  await page.getByRole("button", { name: "新增公告" }).first().click();
  const form = page.getByRole("dialog", { name: "新增公告" });
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("請輸入標題").waitFor();
  await form.getByLabel("標題").fill(title);
  const content = form.getByRole("textbox", { name: "內容" });
  await content.click();
  await form.getByRole("button", { name: "粗體" }).click();
  await page.keyboard.type("明日停課");
  await form.getByRole("button", { name: "儲存" }).click();
  const panel = page.getByRole("dialog", { name: title });
  await panel.getByText("草稿").waitFor();
  await panel.getByRole("button", { name: "發佈" }).click();
  await page
    .getByRole("dialog", { name: `發佈「${title}」？` })
    .getByRole("button", { name: "發佈" })
    .click();
  await panel.getByText("已發佈").waitFor();

  await reader.getByRole("button", { name: "通知，1 則未讀" }).click();
  await reader.getByRole("tab", { name: /公告/ }).click();
  await reader.getByRole("button", { name: new RegExp(title) }).click();
  const notice = reader.getByRole("dialog", { name: title });
  await expect.poll(() => notice.locator("strong").textContent()).toBe("明日停課");
  await reader.getByRole("button", { name: "通知", exact: true }).waitFor();
  await panel.getByRole("button", { name: "撤回" }).click();
  await page
    .getByRole("dialog", { name: `撤回「${title}」？` })
    .getByRole("button", { name: "撤回" })
    .click();
  await reader.getByText("看不到這則公告").waitFor();
  await reader.getByRole("button", { name: "知道了" }).click();
  await bell(reader).click();
  await reader.getByRole("tab", { name: /公告/ }).click();
  await expect.poll(() => reader.getByText(title).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("an urgent notice opens by itself for its reader, once, and not for others", async () => {
  const admin = await callerNamed("admin");
  const tutor = await callerNamed("tutor");
  const { page } = await opened("tutor");
  const { page: other } = await opened("sales2");
  const title = newTitle();
  const content = "<p>即刻生效</p>";
  const target = { targetType: 2, targetIds: [tutor.accountID as never] };
  const { recordID } = await admin.call(notices.add, { title, content, level: "urgent", publish: true, ...target });
  const box = page.getByRole("dialog", { name: title });
  await box.getByText("即刻生效").waitFor();
  await box.getByRole("button", { name: "知道了" }).click();
  await box.waitFor({ state: "detached" });
  await page.reload();
  await bell(page).waitFor();
  await page.getByRole("radiogroup", { name: "首頁內容" }).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
  expect(await other.getByText(title).count()).toBe(0);
  const { version } = await admin.call(notices.form, { id: recordID });
  await admin.call(notices.revoke, { id: recordID, version });
});

test("an assigned lead appears in the person's bell, and opens from there", async () => {
  const { page } = await opened("sales1");
  const admin = await callerNamed("admin");
  const people = await admin.call(member.salesList, {});
  const { accountID } = await callerNamed("sales1");
  const sales = people.find(({ value }) => value === accountID)?.value ?? null;
  const nickname = `鈴${Date.now()}`;
  await admin.call(leads.add, { nickname, sales });
  await page.getByRole("button", { name: /^通知，\d+ 則未讀/ }).click();
  await page.getByRole("tab", { name: /^通知/ }).click();
  await page.getByRole("button", { name: new RegExp(nickname) }).click();
  await page.getByRole("heading", { name: nickname }).waitFor();
  await page.waitForURL(/lead=/);
});

test("on a phone the bell opens a full-screen sheet, and nothing scrolls sideways", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  await page.goto("/dashboard");
  await bell(page).click();
  await page.getByRole("button", { name: "通知設定" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
});

test("the set-up list is hidden and shown again, and the update log is shown once", async () => {
  const { page } = await opened("admin");
  await page.getByRole("heading", { name: "開始使用 Homeroom" }).waitFor();
  await page.getByRole("button", { name: "不再顯示" }).click();
  await page.getByRole("heading", { name: "開始使用 Homeroom" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "復原" }).click();
  await page.getByRole("heading", { name: "開始使用 Homeroom" }).waitFor();

  await page.getByTitle(/的選單$/).click();
  await page.getByText("更新日誌").click();
  await page.getByRole("dialog", { name: "更新日誌" }).getByText("2.12.0").waitFor();
});
