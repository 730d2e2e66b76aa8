import { RoleId } from "@homeroom/contract/ids";
import { member } from "@homeroom/contract/member";
import { roles } from "@homeroom/contract/roles";
import { staff } from "@homeroom/contract/staff";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstSignIn, signIn } from "../harness/caller.ts";
import { callerNamed, narrow, product, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

let made = 0;
const newName = () => `櫃台${Date.now() % 100_000}${++made}`;

/** A new person with a role, signed in. */
async function hire(roleId: RoleId) {
  const owner = await callerNamed("owner");
  const { branch } = await owner.call(member.user, {});
  const email = `desk${Date.now()}@demo.homeroom.test`;
  const form = { nickname: "何靜怡", email, roleIds: [roleId], branchIDs: [branch.branchID], invite: false };
  const { initialPassword } = await owner.call(staff.add, form);
  return firstSignIn(product, { email, initialPassword });
}

const drawer = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const menu = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name });

test("a role is created and given permissions, its person sees them at once, and deleting it names its people", async () => {
  const name = newName();
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/system/role");
  // Nobody has saved a view of this screen, and there are no roles to share one with.
  await page.getByRole("button", { name: "已存檢視" }).click();
  await page.getByText("選好篩選條件後，可在這裡存成檢視。").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "新增角色" }).click();
  const form = drawer(page, "新增角色");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("請輸入角色名稱").waitFor();
  await form.getByLabel("角色名稱").fill("業務");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("角色名稱已存在").waitFor();
  await form.getByLabel("角色名稱").fill(name);
  await form.getByRole("button", { name: "儲存" }).click();

  const permissions = drawer(page, `「${name}」的權限`);
  await permissions.getByText("與已儲存的相同").waitFor();
  const roleId = RoleId.parse(new URL(page.url()).searchParams.get("permissions"));
  const { page: theirs } = await visit({ caller: await hire(roleId) });
  await theirs.goto("/dashboard");
  await theirs.getByRole("navigation").first().waitFor();
  expect(await menu(theirs, "名單列表").count()).toBe(0);

  await permissions.getByRole("button", { name: /^名單管理/ }).click();
  await permissions.getByRole("checkbox", { name: "編輯" }).first().click();
  await permissions.getByText("+ 名單列表 · 編輯").waitFor();
  await permissions.getByText("+ 名單列表 · 查看", { exact: true }).waitFor();
  await permissions.getByRole("button", { name: "儲存" }).click();
  await permissions.getByText("與已儲存的相同").waitFor();
  await menu(theirs, "名單列表").waitFor();

  await page.goto(`/system/roleinfo/${roleId}`);
  await page.getByText("何靜怡").waitFor();
  await page.getByRole("button", { name: "刪除" }).click();
  const question = drawer(page, `刪除角色「${name}」？`);
  await question.getByText(/有 1 個帳號使用此角色.*何靜怡 沒有其他角色，將無法再登入/).waitFor();
  await question.getByRole("button", { name: "刪除" }).click();
  await page.waitForURL((url) => url.pathname === "/system/role");
  await theirs
    .getByRole("dialog", { name: "登入已失效" })
    .or(theirs.getByRole("button", { name: "重新登入" }))
    .first()
    .waitFor();
  expect(complaints.filter((line) => !line.includes("409") && !line.includes("401"))).toEqual([]);
});

test("when two people change the same role, the second sees the first one's ticks under their own", async () => {
  const owner = await callerNamed("owner");
  const { recordID: id } = await owner.call(roles.add, { name: newName() });
  const { page } = await visit({ as: "owner" });
  await page.goto(`/system/role?permissions=${id}`);
  const permissions = page.getByRole("dialog");
  await permissions.getByRole("button", { name: /^對話/ }).click();
  await permissions.getByRole("checkbox", { name: "傳送", exact: true }).click();
  const source = (await owner.call(roles.page, {})).list.find(({ code }) => code === "teacher");
  await owner.call(roles.grant, { id, menuIds: source ? await owner.call(roles.menuIds, { id: source.id }) : [] });
  await permissions.getByRole("button", { name: "儲存" }).click();
  await permissions.getByText("有人同時改了這個角色").waitFor();
  await permissions.getByText("+ 對話 · 傳送", { exact: true }).waitFor();
  await permissions.getByRole("button", { name: "儲存" }).click();
  await permissions.getByText("與已儲存的相同").waitFor();
  const { permissionCount } = await owner.call(roles.form, { id });
  expect(permissionCount).toBe((source?.permissionCount ?? 0) + 2);
});

test("the screen asks before unsaved ticks are lost", async () => {
  const owner = await callerNamed("owner");
  const { recordID: id } = await owner.call(roles.add, { name: newName() });
  const { page } = await visit({ as: "owner", size: narrow });
  await page.goto(`/system/role?permissions=${id}`);
  const permissions = page.getByRole("dialog");
  await permissions.getByRole("button", { name: /^對話/ }).click();
  await permissions.getByRole("checkbox", { name: "傳送", exact: true }).click();
  await permissions
    .getByRole("button", { name: "關閉" })
    .or(permissions.getByRole("button", { name: "Close" }))
    .first()
    .click();
  await page.getByRole("dialog", { name: "尚未儲存" }).getByRole("button", { name: "放棄修改" }).click();
  await page.waitForURL((url) => !url.searchParams.has("permissions"));
});

test("the product is viewed as a role, with a line on every screen that ends it, also on a phone", async () => {
  const { page } = await visit({ caller: await signIn(productUrl, "owner@demo.homeroom.test"), size: narrow });
  const owner = await callerNamed("owner");
  const sales = (await owner.call(roles.page, {})).list.find(({ code }) => code === "sales");
  await page.goto(`/system/roleinfo/${sales?.id}`);
  await page.getByRole("button", { name: "以此角色檢視" }).click();
  await page.getByText("正以「業務」角色檢視").waitFor();
  await page.goto("/lead/list");
  await page.getByText("正以「業務」角色檢視").waitFor();
  await page.goto("/system/role");
  await page.getByText("正以「業務」角色檢視").waitFor();
  expect(new URL(page.url()).pathname).not.toBe("/system/role");
  await page.getByRole("button", { name: "結束" }).click();
  await page.getByRole("button", { name: "新增角色" }).waitFor();
  expect(await page.getByText("正以「業務」角色檢視").count()).toBe(0);
});
