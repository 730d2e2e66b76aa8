import { login } from "@homeroom/contract/login";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { demoPassword, signIn } from "../harness/caller.ts";
import { productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

/** Watches for the captcha that the page shows, and reads what is in it through the test hook. */
function captchaOf(page: Page): () => Promise<string> {
  let token = "";
  page.on("response", async (answer) => {
    if (!answer.url().endsWith(login.captcha.path)) return;
    // The answer is lost if the page is closed meanwhile.
    const body = (await answer.json().catch(() => null)) as { resultData: { token: string } } | null;
    token = body?.resultData.token ?? token;
  });
  return async () => {
    await page.locator("form img").waitFor();
    await expect.poll(() => token).not.toBe("");
    const answer = await fetch(`${productUrl}/api_sso/Login/TestCaptchaAnswer?token=${token}`);
    token = "";
    return ((await answer.json()) as { answer: string }).answer;
  };
}

async function fillIn(page: Page, person: { account: string; password: string; code: string }): Promise<void> {
  await page.getByLabel("帳號").fill(person.account);
  await page.getByLabel("密碼", { exact: true }).fill(person.password);
  await page.getByLabel("驗證碼", { exact: true }).fill(person.code);
  await page.getByRole("button", { name: "登入", exact: true }).click();
}

test("a visitor is sent to the sign-in page, and after signing in to where they wanted to go", async () => {
  const { page, complaints } = await visit();
  const captcha = captchaOf(page);
  await page.goto("/dashboard?from=mail");
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("redirect")).toContain("/dashboard");
  expect(await page.title()).toContain("Homeroom");
  await fillIn(page, { account: "sales1@demo.homeroom.test", password: demoPassword, code: await captcha() });
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.getByRole("heading", { name: /李詠詩/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("from")).toBe("mail");
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ isPasswordInitialized: "true" });
  expect(stored["accessToken"]).toMatch(/^[\w-]{43}$/);
  expect(complaints).toEqual([]);
});

test("missing or wrong input is shown at its field, in the language of the page, with a new captcha", async () => {
  const { page } = await visit();
  const captcha = captchaOf(page);
  await page.goto("/login");
  await captcha();
  const signInButton = page.getByRole("button", { name: "登入", exact: true });
  await signInButton.click();
  await page.getByText("請輸入帳號").waitFor();

  await page.reload();
  await captcha();
  await fillIn(page, { account: "tutor@demo.homeroom.test", password: demoPassword, code: "0000" });
  await page.getByText("驗證碼錯誤").waitFor();
  expect(await page.getByLabel("驗證碼", { exact: true }).inputValue()).toBe("");

  await fillIn(page, { account: "tutor@demo.homeroom.test", password: "Wrong2026", code: await captcha() });
  await page.getByText("密碼錯誤").waitFor();
  await page.getByLabel("語言").selectOption("en");
  await page.getByText(/wrong password|incorrect password|password is (wrong|incorrect)/i).waitFor();

  await page.getByLabel("Language").selectOption("zh-tw");
  await fillIn(page, { account: "nobody@demo.homeroom.test", password: demoPassword, code: await captcha() });
  await page.getByText("帳號不存在").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("signing out asks first, and then the session is gone", async () => {
  const own = await signIn(productUrl, "teacher@demo.homeroom.test");
  const { page } = await visit({ caller: own });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /何雅婷/ }).click();
  await page.getByRole("menuitem", { name: "登出" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "登出" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  expect((await own.refusal(login.logOut, {})).name).toBe("TOKEN_INVALID");
});

test("a session that ends elsewhere is reported in one dialog, on an open page too", async () => {
  const own = await signIn(productUrl, "teacher@demo.homeroom.test");
  const { page } = await visit({ caller: own });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: /何雅婷/ }).waitFor();
  await own.call(login.logOut, {});
  await page.getByRole("dialog", { name: "登入已失效" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.getByRole("button", { name: "重新登入" }).click();
  await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("redirect") === "/dashboard");
});

test("someone who is signed in does not see the sign-in page again", async () => {
  const { page } = await visit({ as: "sales2" });
  await page.goto("/login");
  await page.waitForURL((url) => url.pathname === "/dashboard");
});
