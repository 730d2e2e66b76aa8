import { departments } from "@homeroom/contract/departments";
import { leads } from "@homeroom/contract/leads";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

let made = 0;
const unique = () => `${Date.now().toString(36)}${++made}`;

test("a change is found in the log: who made it, the old and the new value, and from where", async () => {
  const admin = await callerNamed("admin");
  const nickname = `林田${unique()}`;
  const { leadId } = await admin.call(leads.add, { nickname });
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto(`/lead/edit/${leadId}?edit=1`);
  const form = page.getByRole("dialog", { name: /編輯名單/ });
  await form.getByLabel("就讀學校").fill("大安國中");
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.waitFor({ state: "detached" });

  await page.goto("/system/log");
  await page.keyboard.press("/");
  await page.keyboard.type(nickname);
  await expect.poll(() => page.getByRole("row").filter({ hasText: nickname }).count()).toBe(2);
  await page.getByRole("row").filter({ hasText: "修改名單" }).getByText("就讀學校").click();
  const entry = page.getByRole("dialog", { name: "操作詳情" });
  await entry.getByText("大安國中").waitFor();
  await entry.getByText("（空）").waitFor();
  await entry.getByText("127.0.0.1").waitFor();
  await entry.getByText(/^Chrome \d+ · /).waitFor();
  await entry.getByText("POST /api_users/Member/EditLeadInfo").waitFor();

  await entry.getByRole("button", { name: "此對象的操作" }).click();
  await page.waitForURL((url) => url.searchParams.get("subject") === leadId && !url.searchParams.has("keywords"));
  await expect.poll(() => page.getByRole("row").filter({ hasText: nickname }).count()).toBe(2);
  await page.getByRole("link", { name: nickname }).first().click();
  await page.waitForURL(`**/lead/edit/${leadId}`);
  expect(complaints).toEqual([]);
});

test("the log is exported as a file, and the export is in the log", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/system/log?module=log");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "匯出" }).click();
  expect((await download).suggestedFilename()).toMatch(/^操作日誌 \d{4}-\d\d-\d\d\.xlsx$/);
  await page.reload();
  await page.getByRole("row").filter({ hasText: "匯出操作日誌" }).first().waitFor();
});

test("a department is added, moved below another, and deleted with what is below it", async () => {
  const code = unique();
  const { page } = await visit({ as: "admin" });
  await page.goto("/system/dept");
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("button", { name: "新增部門" }).click();
  const form = page.getByRole("dialog", { name: "新增部門" });
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.getByText("請輸入部門名稱").waitFor();
  await form.getByLabel("部門名稱").fill(`美術部${code}`);
  await form.getByLabel("部門代碼").fill(`ART${code}`);
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.waitFor({ state: "detached" });

  await page.getByRole("button", { name: `新增下級 美術部${code}` }).click();
  await form.getByLabel("部門名稱").fill(`陶藝組${code}`);
  await form.getByLabel("部門代碼").fill(`ART${code}`.toLowerCase());
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.getByText("部門代碼已存在").waitFor();
  await form.getByLabel("部門代碼").fill(`CLAY${code}`);
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.waitFor({ state: "detached" });

  await page
    .getByRole("row")
    .filter({ hasText: `陶藝組${code}` })
    .waitFor();
  await page.getByRole("button", { name: `收合「美術部${code}」` }).click();
  await page
    .getByRole("row")
    .filter({ hasText: `陶藝組${code}` })
    .waitFor({ state: "detached" });
  await page.getByRole("button", { name: `刪除 美術部${code}` }).click();
  const question = page.getByRole("dialog", { name: `刪除部門「美術部${code}」？` });
  await question.getByText("底下 1 個部門也會刪除").waitFor();
  await question.getByRole("button", { name: "刪除部門" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: `美術部${code}` })
    .waitFor({ state: "detached" });
});

test("when two people edit a department, the second sees what the first saved", async () => {
  const code = unique();
  const admin = await callerNamed("admin");
  const { recordID } = await admin.call(departments.add, { name: `體育部${code}`, code });
  const { page } = await visit({ as: "admin" });
  await page.goto("/system/dept");
  await page.getByRole("button", { name: `編輯 體育部${code}` }).click();
  const form = page.getByRole("dialog", { name: /編輯部門/ });
  await form.getByLabel("部門名稱").fill(`體能部${code}`);
  const held = await admin.call(departments.form, { id: recordID });
  await admin.call(departments.edit, { ...held, name: `運動部${code}` });
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  const conflict = form.getByRole("group", { name: "您填寫期間，有人先儲存了" });
  await conflict.getByRole("button", { name: "採用", exact: true }).click();
  await form.getByRole("button", { name: "儲存", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await page
    .getByRole("row")
    .filter({ hasText: `運動部${code}` })
    .waitFor();
});

test("the log is hidden without its permission, and on a phone nothing scrolls sideways", async () => {
  const { page: weak } = await visit({ as: "sales1" });
  await weak.goto("/system/log");
  await weak
    .getByText(/找不到|404/)
    .first()
    .waitFor();
  const { page } = await visit({ as: "admin", size: narrow });
  for (const path of ["/system/log", "/system/dept"]) {
    await page.goto(path);
    await page.getByText(/^共 /).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
  }
});
