import { branches } from "@homeroom/contract/branches";
import { login } from "@homeroom/contract/login";
import { member } from "@homeroom/contract/member";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerOf, demoPassword, signIn } from "../harness/caller.ts";
import { callerNamed, narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

let made = 0;
const newName = () => `新莊 ${Date.now() % 100_000}-${++made}`;

const form = {
  contactName: "陳主任",
  email: "xinzhuang@homeroom.test",
  areaCode: "+886",
  phone: "0223456789",
  timezone: "Asia/Taipei",
};

const drawer = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("a branch is opened: missing input is shown at its field, and then the owner can switch to it with the password", async () => {
  // Its own session, because switching ends it.
  const caller = await signIn(productUrl, "admin@demo.homeroom.test");
  const { page, complaints } = await visit({ caller });
  const name = newName();
  await page.goto("/system/branch");
  await page.getByRole("button", { name: "新增分校" }).click();
  const adding = drawer(page, "新增分校");
  await adding.getByRole("button", { name: "儲存" }).click();
  await adding.getByText("此欄必填").first().waitFor();
  await adding.getByLabel("分校名稱").fill(name);
  await adding.getByLabel("聯絡人").fill(form.contactName);
  await adding.getByLabel("電郵").fill(form.email);
  await adding.getByLabel("電話").fill("12345");
  await adding.getByRole("button", { name: "儲存" }).click();
  await adding.getByText("電話號碼不正確").waitFor();
  await adding.getByLabel("電話").fill(form.phone);
  await adding.getByRole("button", { name: "儲存" }).click();
  await adding.waitFor({ state: "detached" });
  await drawer(page, name).waitFor();
  await page.keyboard.press("Escape");

  await page.getByTitle(/^目前分校：/).click();
  await page.getByRole("button", { name, exact: true }).click();
  const asking = drawer(page, `切換到「${name}」`);
  await asking.getByLabel("您的密碼").fill("Wrong2026");
  await asking.getByRole("button", { name: "切換" }).click();
  await asking.getByText("密碼錯誤，無法切換分校").waitFor();
  await asking.getByLabel("您的密碼").fill(demoPassword);
  await asking.getByRole("button", { name: "切換" }).click();
  await page.getByTitle(`目前分校：${name}`).waitFor();
  expect(new URL(page.url()).pathname).toBe("/system/branch");
  // The wrong password was refused, which the browser writes to the console by itself.
  expect(complaints.filter((line) => !line.includes("422"))).toEqual([]);
});

test("two people edit a branch: the second sees both versions and chooses", async () => {
  const admin = await callerNamed("admin");
  const name = newName();
  const { recordID } = await admin.call(branches.add, { ...form, name });
  const { page } = await visit({ as: "owner" });
  await page.goto(`/system/branch?branch=${recordID}&edit=1`);
  const editing = drawer(page, `編輯「${name}」`);
  await editing.getByLabel("地址").fill("中正路 1 號");
  await admin.call(branches.edit, { ...form, name, recordID, version: 1, address: "中正路 2 號" });
  await editing.getByRole("button", { name: "儲存" }).click();
  await editing.getByText("您填寫期間，有人先儲存了").waitFor();
  await editing.getByRole("button", { name: "儲存" }).click();
  await editing.waitFor({ state: "detached" });
  expect((await admin.call(branches.info, { recordID })).address).toBe("中正路 1 號");
});

test("a branch is renamed and closed elsewhere: people in it see it at once", async () => {
  const admin = await callerNamed("admin");
  const name = newName();
  const { recordID } = await admin.call(branches.add, { ...form, name });
  const owner = await signIn(productUrl, "owner@demo.homeroom.test");
  const there = await owner.call(login.switchBranch, { branchID: recordID, password: demoPassword });
  const { page } = await visit({ caller: { ...callerOf(productUrl, there.token), accountID: owner.accountID } });
  await page.goto("/dashboard");
  await page.getByTitle(`目前分校：${name}`).waitFor();
  await admin.call(branches.edit, { ...form, name: `${name} 新`, recordID, version: 1 });
  await page.getByTitle(`目前分校：${name} 新`).waitFor();
  await admin.call(branches.updateStatus, { recordID, status: 0 });
  await page.getByText("此分校已關閉。請重新登入，進入其他分校。").waitFor();
  await page.getByRole("button", { name: "重新登入" }).waitFor();
});

test("a branch that cannot be closed or deleted shows the reason; otherwise it is gone", async () => {
  const admin = await callerNamed("admin");
  const [here] = await admin.call(member.branchList, {});
  const name = newName();
  const { recordID } = await admin.call(branches.add, { ...form, name });
  const { page } = await visit({ as: "admin" });
  await page.goto(`/system/branch?branch=${here?.value}`);
  await page.getByText(/您正在此分校|分校仍有資料/).waitFor();
  await page.goto(`/system/branch?branch=${recordID}`);
  await drawer(page, name).getByRole("button", { name: "刪除" }).click();
  await page
    .getByRole("dialog", { name: `刪除「${name}」？` })
    .getByRole("button", { name: "刪除" })
    .click();
  await drawer(page, name).waitFor({ state: "detached" });
  await page.getByText(`已刪除「${name}」`).waitFor();
});

test("the owner requests deletion of all data: a countdown is on every screen, where it is withdrawn", async () => {
  const owner = await signIn(productUrl, "owner@other.homeroom.test");
  const { page } = await visit({ caller: owner });
  await page.goto("/system/branch?tab=organization");
  await page.getByRole("button", { name: "刪除所有資料" }).click();
  const asking = drawer(page, /的所有資料$/);
  await asking.getByLabel(/^請輸入/).fill("永久删除");
  await asking.getByLabel("您的密碼").fill(demoPassword);
  await asking.getByRole("button", { name: "24 小時後刪除" }).click();
  await asking.getByText("請輸入「永久刪除」").waitFor();
  await asking.getByLabel(/^請輸入/).fill("永久刪除");
  await asking.getByRole("button", { name: "24 小時後刪除" }).click();
  await asking.waitFor({ state: "detached" });
  const banner = page.getByRole("region", { name: "刪除所有資料" });
  await banner.getByRole("timer").waitFor();
  await page.goto("/dashboard");
  await banner.getByRole("button", { name: "撤回" }).click();
  await page
    .getByRole("dialog", { name: /^撤回刪除/ })
    .getByRole("button", { name: "撤回" })
    .click();
  await banner.waitFor({ state: "detached" });
});

test("on a phone the branches are cards, and nothing scrolls sideways", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  for (const path of ["/system/branch", "/system/branch?tab=organization"]) {
    await page.goto(path);
    await page
      .getByText(path.endsWith("branch") ? "台北大安校" : "基本資料")
      .first()
      .waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
  }
});
