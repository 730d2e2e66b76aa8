import { login } from "@homeroom/contract/login";
import { organization } from "@homeroom/contract/organization";
import { staff } from "@homeroom/contract/staff";
import { twoStep } from "@homeroom/contract/two-step";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Caller, demoPassword, firstSignIn, signIn } from "../harness/caller.ts";
import { codeIn, mailTo } from "../harness/mailbox.ts";
import { callerNamed, narrow, product, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const settings = "/system/setting?tab=security";
const inThirdStep = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Signs in on the page, with the captcha that it shows. */
async function signInHere(page: Page, account: string, password = demoPassword): Promise<void> {
  const [shown] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith(login.captcha.path)),
    page.goto("/login"),
  ]);
  const { resultData } = (await shown.json()) as { resultData: { token: string } };
  const answer = await fetch(`${productUrl}/api_sso/Login/TestCaptchaAnswer?token=${resultData.token}`);
  const code = ((await answer.json()) as { answer: string }).answer;
  await page.getByLabel("帳號").fill(account);
  await page.getByLabel("密碼", { exact: true }).fill(password);
  await page.getByLabel("驗證碼", { exact: true }).fill(code);
  await page.getByRole("button", { name: "登入", exact: true }).click();
}

/** Turns the second step on; returns the key and the recovery codes. */
async function enrol(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByLabel("目前的密碼").fill(demoPassword);
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("img", { name: "驗證器 App 的 QR 碼" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("驗證碼", { exact: true }).fill(inThirdStep(secret, -1));
  await page.getByRole("button", { name: "啟用兩步驟驗證" }).last().click();
  const codes = page.getByRole("list", { name: "備用碼" }).getByRole("listitem");
  await codes.last().waitFor();
  const recoveryCodes = await codes.allInnerTexts();
  await page.getByRole("button", { name: "我已保存" }).click();
  return { secret, recoveryCodes };
}

const signedOut = (page: Page) => page.evaluate(() => localStorage.clear());
const home = (page: Page) => page.waitForURL((url) => url.pathname === "/dashboard");

/** A new person, created by the owner; signs in with the initial password. */
async function invite(name: string): Promise<{ email: string; initialPassword: string }> {
  const owner = await callerNamed("owner");
  const { roleIds, branchIDs } = await placesOf(owner);
  const email = `${name}@demo.homeroom.test`;
  const { initialPassword } = await owner.call(staff.add, { nickname: name, email, roleIds, branchIDs });
  return { email, initialPassword };
}

/** A new person with the password of the demo, signed in. */
async function employ(name: string): Promise<{ email: string; caller: Caller }> {
  const person = await invite(name);
  return { email: person.email, caller: await firstSignIn(product, person) };
}

async function placesOf(owner: Caller) {
  const { list } = await owner.call(staff.list, { keywords: "sales1@demo.homeroom.test" });
  const recordsn = list[0]?.recordsn;
  if (!recordsn) throw new Error("The demo has no sales1");
  const form = await owner.call(staff.form, { id: recordsn });
  return { roleIds: form.roleIds, branchIDs: form.branchIDs };
}

test("the second step is turned on, required at the next sign-in, and replaced by a recovery code", async () => {
  const { email, caller } = await employ("two-step");
  const { page } = await visit({ caller });
  await page.goto(settings);
  await page.getByRole("button", { name: "啟用兩步驟驗證" }).click();
  const { secret, recoveryCodes } = await enrol(page);
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText("備用碼還剩 10 組").waitFor();

  const { page: later } = await visit();
  await signInHere(later, email);
  const code = later.getByLabel("驗證器 App 的驗證碼");
  await code.fill("000000");
  await later.getByText("驗證碼不正確或已使用過").waitFor();
  // Six digits need no button.
  await code.fill(inThirdStep(secret, 0));
  await home(later);

  await signedOut(later);
  await signInHere(later, email);
  await later.getByRole("button", { name: "改用備用碼" }).click();
  await later.getByLabel("備用碼", { exact: true }).fill(recoveryCodes[0] ?? "");
  await later.getByRole("button", { name: "登入", exact: true }).click();
  await home(later);
  await later.goto(settings);
  await later.getByText("備用碼還剩 9 組").waitFor();
});

test("another browser is signed out from here, and shows it at once", async () => {
  const { email, caller: here } = await employ("two-browsers");
  const there = await signIn(productUrl, email);
  const { page: other } = await visit({ caller: there });
  await other.goto("/dashboard");
  await other.locator("header").first().waitFor();
  const { page } = await visit({ caller: here });
  await page.goto(settings);
  await page.getByRole("button", { name: "登出其他裝置" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "登出其他裝置" }).click();
  await other.getByRole("button", { name: "重新登入" }).click();
  await other.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("redirect") === "/dashboard");
  expect(
    await other.evaluate(() => Object.keys(localStorage).filter((key) => /token|account|Init/i.test(key))),
  ).toEqual([]);
});

test("an initial password requires the code mailed to the account, and then a new password before anything else", async () => {
  const { email, initialPassword } = await invite("newcomer");
  const { page } = await visit({ size: narrow, theme: "dark" });
  await signInHere(page, email, initialPassword);
  await page.getByText(/驗證碼已寄到 n\*\*\*@/).waitFor();
  const field = page.getByLabel("電郵驗證碼");
  const enter = page.getByRole("button", { name: "登入", exact: true });
  await enter.click();
  await page.getByText("請輸入驗證碼").waitFor();
  const code = codeIn(await mailTo(product.dataDir, email, "首次登入驗證碼"));
  await field.fill(code === "000000" ? "000001" : "000000");
  await enter.click();
  await page.getByText("驗證碼錯誤或已過期").waitFor();
  expect(await page.getByRole("button", { name: /秒後重送/ }).isDisabled()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
  await field.fill(code);
  await enter.click();

  const own = page.getByLabel("新密碼", { exact: true });
  await own.waitFor();
  // It cannot be dismissed by Escape, another address or a reload.
  await page.keyboard.press("Escape");
  await page.goto("/staff/list");
  await own.waitFor();
  await page.reload();
  await own.waitFor();
  expect(await page.getByRole("navigation", { name: "主選單" }).count()).toBe(0);

  await page.getByLabel("目前的密碼").fill(initialPassword);
  await own.fill("MyOwn2026");
  await page.getByLabel("再次輸入新密碼").fill("MyOwn2027");
  await page.getByRole("button", { name: "更改密碼" }).click();
  await page.getByText("兩次輸入的密碼不一致").waitFor();
  await page.getByLabel("再次輸入新密碼").fill("MyOwn2026");
  await page.getByRole("button", { name: "更改密碼" }).click();
  await own.waitFor({ state: "detached" });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: /newcomer/ }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("isPasswordInitialized"))).toBe("true");
});

test("if the organisation requires a second step, nothing else opens until it is turned on", async () => {
  const caller = await signIn(productUrl, "owner@other.homeroom.test");
  const { page } = await visit({ caller });
  await page.goto("/dashboard");
  await page.locator("header").first().waitFor();
  const form = await caller.call(organization.info, {});
  const wanted = { ...form, email: "hello@other.homeroom.test", branchInfo: "", twoStepRequired: true } as const;
  await caller.call(organization.edit, wanted);
  await page.reload();
  await page.getByText("您的機構要求使用兩步驟驗證").waitFor();
  expect(await page.getByRole("navigation", { name: "主選單" }).count()).toBe(0);
  const { recoveryCodes } = await enrol(page);
  await page.getByRole("link", { name: "首頁" }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  // As before, for the next person who signs in there.
  const { version } = await caller.call(organization.info, {});
  await caller.call(organization.edit, { ...wanted, version, twoStepRequired: false });
  await caller.call(twoStep.end, { password: demoPassword, code: recoveryCodes[0] ?? "" });
});

test("a sign-in link signs its person in once, and then says that it has been used", async () => {
  const { page } = await visit({ caller: await signIn(productUrl, "owner@demo.homeroom.test") });
  await page.goto(settings);
  await page.getByRole("button", { name: "產生連結" }).click();
  await page.getByRole("button", { name: "產生", exact: true }).click();
  const link = await page.getByLabel("自動登入連結").inputValue();
  const { page: other } = await visit({ as: "sales1" });
  await other.goto(link);
  await home(other);
  await other.getByRole("heading", { name: /林美玲/ }).waitFor();
  await other.goto(link);
  await other.getByText("自動登入連結無效、已使用或已過期").waitFor();
  expect(other.url()).not.toContain("key=");
  expect(await other.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});
