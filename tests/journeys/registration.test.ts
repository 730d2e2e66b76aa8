import { login } from "@homeroom/contract/login";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { codeIn, mailTo } from "../harness/mailbox.ts";
import { narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const dataDir = inject("dataDir");
let made = 0;
const newEmail = () => `owner${Date.now()}${(made += 1)}@school.test`;

async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel("姓（選填）").fill("陳");
  await page.getByLabel("名（選填）").fill("小美");
  await page.getByLabel("電話（選填）").fill("0912 345 678");
  await page.getByLabel("電郵", { exact: true }).fill(email);
  await page.getByRole("button", { name: "傳送驗證碼" }).click();
  await page.getByRole("button", { name: /秒後重送/ }).waitFor();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("密碼", { exact: true }).fill(password);
  await page.getByLabel("再次輸入密碼").fill(password);
}

/** Signs in on the page, with the captcha that it shows. */
async function signInHere(page: Page, account: string, password: string): Promise<void> {
  const shown = page.waitForResponse((answer) => answer.url().endsWith(login.captcha.path));
  await page.goto("/login");
  const { resultData } = (await (await shown).json()) as { resultData: { token: string } };
  const told = await fetch(`${productUrl}/api_sso/Login/TestCaptchaAnswer?token=${resultData.token}`);
  await page.getByLabel("帳號").fill(account);
  await page.getByLabel("密碼", { exact: true }).fill(password);
  await page.getByLabel("驗證碼", { exact: true }).fill(((await told.json()) as { answer: string }).answer);
  await page.getByRole("button", { name: "登入", exact: true }).click();
}

test("an organisation registers, lands on its dashboard with a free trial, and gets back in with a new password", async () => {
  const { page, complaints } = await visit();
  const email = newEmail();
  await page.goto("/login");
  await page.getByRole("link", { name: "註冊機構" }).click();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByText("請輸入機構名稱").waitFor();
  await page.getByLabel("機構名稱").fill("柳原語言教室");
  await page.getByLabel("國家／地區").selectOption("TW");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "下一步" }).click();
  await fillContact(page, email);

  await page.reload();
  expect(await page.getByLabel("名（選填）").inputValue()).toBe("小美");
  expect(await page.getByRole("button", { name: /秒後重送/ }).isDisabled()).toBe(true);
  await page.getByLabel("電郵驗證碼").fill(codeIn(await mailTo(dataDir, email, "註冊驗證碼")));
  await page.getByRole("button", { name: "下一步" }).click();
  await choosePassword(page, "Willow2026");
  await page.getByRole("button", { name: "完成註冊" }).click();
  await page.getByText("請先同意").waitFor();
  await page.getByRole("checkbox", { name: /我代表機構同意/ }).check();
  await page.getByRole("button", { name: "完成註冊" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.getByRole("heading", { name: /陳小美/ }).waitFor();
  await page
    .getByText(/柳原語言教室/)
    .first()
    .waitFor();
  expect(await page.evaluate("JSON.stringify(Object.entries(sessionStorage))")).not.toContain("Willow2026");
  const welcome = await mailTo(dataDir, email, "歡迎使用 Homeroom");
  expect(welcome.text).toContain("柳原語言教室");
  expect(complaints).toEqual([]);

  await page.evaluate(() => localStorage.removeItem("accessToken"));
  await page.goto("/login");
  await page.getByRole("link", { name: "忘記密碼" }).click();
  await page.getByRole("heading", { name: "忘記密碼" }).waitFor();
  await page.getByLabel("帳號").fill(email.toUpperCase());
  await page.getByRole("button", { name: "傳送驗證碼" }).click();
  const code = codeIn(await mailTo(dataDir, email, "重設密碼驗證碼"));
  await page.getByLabel("電郵驗證碼").fill(code);
  await choosePassword(page, "Lantern2026");
  await page.getByRole("button", { name: "重設密碼" }).click();
  await page.getByRole("heading", { name: "密碼已重設" }).waitFor();
  await mailTo(dataDir, email, "您的登入密碼已重設");

  await signInHere(page, email, "Lantern2026");
  await page.getByRole("heading", { name: /陳小美/ }).waitFor();
});

test("a wrong code opens its step again, with all other input unchanged", async () => {
  const { page } = await visit({ size: narrow });
  const email = newEmail();
  await page.goto("/register");
  await page.getByLabel("機構名稱").fill("柳原美術教室");
  await page.getByRole("button", { name: "下一步" }).click();
  await fillContact(page, email);
  const code = codeIn(await mailTo(dataDir, email, "註冊驗證碼"));
  await page.getByLabel("電郵驗證碼").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "下一步" }).click();
  await choosePassword(page, "Willow2026");
  await page.getByRole("checkbox", { name: /我代表機構同意/ }).check();
  await page.getByRole("button", { name: "完成註冊" }).click();
  await page.getByText("驗證碼錯誤或已過期").waitFor();
  await page.locator('input[name="vCode"]:focus').waitFor();
  await page.getByLabel("語言").selectOption("en");
  await page.getByText("The verification code is wrong or expired").waitFor();
  await page.getByLabel("Code from the e-mail").fill(code);
  await page.getByRole("button", { name: "Next" }).click();
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("Willow2026");
  await page.getByRole("button", { name: "1 Organisation" }).click();
  expect(await page.getByLabel("Name of the organisation").inputValue()).toBe("柳原美術教室");
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
});

test("an existing address cannot register, and an unknown account cannot reset its password", async () => {
  const { page } = await visit();
  await page.goto("/register");
  await page.getByLabel("機構名稱").fill("柳原音樂教室");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("電郵", { exact: true }).fill("owner@demo.homeroom.test");
  await page.getByRole("button", { name: "傳送驗證碼" }).click();
  await page.getByText("此電郵已註冊").waitFor();
  await page.goto("/forgotpassword");
  await page.getByLabel("帳號").fill("nobody@school.test");
  await page.getByRole("button", { name: "傳送驗證碼" }).click();
  await page.getByText("帳號不存在或有誤").waitFor();
});
