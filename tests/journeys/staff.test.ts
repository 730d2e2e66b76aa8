import { AccountId } from "@homeroom/contract/ids";
import { staff } from "@homeroom/contract/staff";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstSignIn, signIn } from "../harness/caller.ts";
import { callerNamed, narrow, product, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

let made = 0;
function newPerson() {
  made += 1;
  const unique = `${Date.now()}${made}`;
  return { nickname: `梅同事${made}`, email: `mei-${unique}@people.homeroom.test` };
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function openList(page: Page): Promise<void> {
  await page.goto("/staff/list");
  await page.getByRole("row").nth(1).waitFor();
}

/** Fills in the form of a new person and returns the initial password that is shown afterwards. */
async function invite(page: Page, person: ReturnType<typeof newPerson>, role: string): Promise<string> {
  await page.getByRole("button", { name: "新增員工" }).click();
  const form = dialog(page, "新增員工");
  await form.getByLabel("姓名", { exact: true }).fill(person.nickname);
  await form.getByLabel("電郵（登入帳號）").fill(person.email);
  await form.getByLabel("角色").click();
  await page.locator(".ant-select-item-option").filter({ hasText: role }).click();
  await form.getByRole("button", { name: "儲存" }).click();
  const told = dialog(page, "帳號已建立");
  const password = (await told.getByRole("code").or(told.locator("code")).first().textContent()) ?? "";
  await told.getByRole("button", { name: "完成" }).click();
  await page.getByRole("heading", { name: person.nickname, level: 1 }).waitFor();
  await page.keyboard.press("Escape");
  return password;
}

test("three people are invited with their roles; one signs in, and is signed out as soon as he is locked out", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await openList(page);
  const people = [newPerson(), newPerson(), newPerson()] as const;
  const passwords: string[] = [];
  for (const [index, role] of ["業務", "導師", "教師"].entries()) {
    const person = people[index];
    if (person) passwords.push(await invite(page, person, role));
  }
  expect(new Set(passwords).size).toBe(1);
  for (const { nickname } of people) await page.getByRole("row").filter({ hasText: nickname }).first().waitFor();

  const [sales] = people;
  const newcomer = await firstSignIn(product, { email: sales.email, initialPassword: passwords[0] ?? "" });
  const { page: theirs } = await visit({ caller: newcomer });
  await theirs.goto("/lead/list");
  await theirs.getByRole("heading", { name: "名單", level: 1 }).waitFor();

  await page.getByRole("row").filter({ hasText: sales.nickname }).first().click();
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "停用" }).click();
  await dialog(page, new RegExp(`停用 ${sales.nickname}`))
    .getByRole("button", { name: "停用" })
    .click();
  // Nobody touches the other browser: it is notified.
  await theirs.getByText("登入已失效").locator("visible=true").first().waitFor();
  await page.getByText("已停用", { exact: true }).first().waitFor();
  await expect(signIn(productUrl, sales.email)).rejects.toBe("帳號已被停用");
  expect(complaints).toEqual([]);
});

test("errors of the form and of the server are shown at their fields", async () => {
  const { page } = await visit({ as: "admin" });
  await openList(page);
  await page.getByRole("button", { name: "新增員工" }).click();
  const form = dialog(page, "新增員工");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("請輸入姓名").waitFor();
  await form.getByText("請輸入電郵").waitFor();
  await form.getByLabel("姓名", { exact: true }).fill("重複的人");
  await form.getByLabel("電郵（登入帳號）").fill("sales1@demo.homeroom.test");
  await form.getByRole("button", { name: "部門、員工編號" }).click();
  await form.getByLabel("員工編號").fill("s005");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("電郵已存在").waitFor();
  await form.getByText("員工編號已存在").waitFor();
  await form.getByText("在職帳號至少要有一個角色").waitFor();
});

test("when two people edit the same person, the second sees both versions and keeps their input", async () => {
  const admin = await callerNamed("admin");
  const owner = await callerNamed("owner");
  const person = newPerson();
  const choices = await admin.call(staff.choices, {});
  const places = {
    roleIds: choices.roles.filter(({ code }) => code === "tutor").map(({ value }) => value) as never[],
    branchIDs: choices.branches.slice(0, 1).map(({ value }) => value) as never[],
  };
  const { recordsn } = await admin.call(staff.add, { ...person, ...places });
  const { page } = await visit({ as: "admin" });
  await page.goto(`/staff/edit/${recordsn}?edit=1`);
  const form = dialog(page, /編輯/);
  await form.getByRole("button", { name: /畢業學校/ }).click();
  await form.getByLabel("畢業學校").fill("台灣大學");
  await owner.call(staff.edit, { ...person, ...places, id: AccountId.parse(recordsn), version: 1, address: "大安區" });
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("已帶入對方改過的欄位：地址").waitFor();
  await form.getByRole("button", { name: "儲存" }).click();
  await form.waitFor({ state: "detached" });
  expect(await admin.call(staff.form, { id: recordsn })).toMatchObject({ school: "台灣大學", address: "大安區" });
});

test("a reset password is shown once, and the old one no longer works", async () => {
  const admin = await callerNamed("admin");
  const person = newPerson();
  const choices = await admin.call(staff.choices, {});
  const places = {
    roleIds: choices.roles.filter(({ code }) => code === "sales").map(({ value }) => value) as never[],
    branchIDs: choices.branches.slice(0, 1).map(({ value }) => value) as never[],
  };
  const { recordsn } = await admin.call(staff.add, { ...person, ...places });
  await admin.call(staff.resetPassword, { id: recordsn, password: "Chosen2026" });
  const { page } = await visit({ as: "admin" });
  await page.goto(`/staff/edit/${recordsn}`);
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "重設密碼" }).click();
  await dialog(page, /重設 .+ 的密碼/)
    .getByRole("button", { name: "重設密碼" })
    .click();
  const told = dialog(page, "密碼已重設");
  const password = (await told.locator("code").textContent()) ?? "";
  // Escape closes nothing here, because the password would be lost.
  await page.keyboard.press("Escape");
  await told.getByRole("button", { name: "完成" }).click();
  await told.waitFor({ state: "detached" });
  await expect(signIn(productUrl, person.email, "Chosen2026")).rejects.toBe("密碼錯誤");
  expect((await signIn(productUrl, person.email, password)).accountID).toBe(recordsn);
});

test("sales people have no staff screens, and on a phone the list consists of cards", async () => {
  const { page: sales } = await visit({ as: "sales1" });
  await sales.goto("/dashboard");
  await sales.getByRole("navigation").first().waitFor();
  expect(await sales.getByRole("link", { name: "員工帳號" }).count()).toBe(0);
  const { page } = await visit({ as: "admin", size: narrow });
  await page.goto("/staff/list");
  await page.getByText(/^共 /).waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
});
