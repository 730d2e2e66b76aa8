import { emailSettings } from "@homeroom/contract/email-settings";
import { leads } from "@homeroom/contract/leads";
import { targets } from "@homeroom/contract/targets";
import { demo } from "@homeroom/database/seed/places";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import { expect, inject, test } from "vitest";
import type { Caller } from "../harness/caller.ts";
import { useBrowser, visit } from "./visit.ts";

useBrowser();

const branchID = demo.branches[0]?.branchId;

/** The branch sends through the test run's own mail server. */
async function saveMailServer(owner: Caller): Promise<void> {
  const fixed = { provider: "other", server: "127.0.0.1", security: "none", ...mailAccount } as const;
  const sender = { sender: "office@demo.homeroom.test", senderName: "晨光文理補習班" };
  const form = { ...fixed, ...sender, port: inject("mailPort"), ...(branchID && { branchID }) };
  const { testID } = await owner.call(emailSettings.test, { ...form, receiver: "owner@demo.homeroom.test" });
  await owner.call(emailSettings.save, { ...form, testID });
}

test("a mail is written, sent to a list, and followed to its reader", async () => {
  const { page, caller, complaints } = await visit({ as: "owner" });
  if (!caller) throw new Error("The owner has a session");
  await saveMailServer(caller);
  const mark = String(Date.now());
  const school = `信箱國小 ${mark}`;
  await caller.call(leads.add, { nickname: `收信家長 ${mark}`, email: `reader-${mark}@example.test`, school });
  const list = `收信的人 ${mark}`;
  await caller.call(targets.save, { name: list, queryRule: { school } });

  const template = `開學通知 ${mark}`;
  await page.goto("/admessage/template?kind=email");
  await page.getByRole("button", { name: "新增電郵範本" }).first().click();
  const editor = page.getByRole("dialog", { name: "新增電郵範本" });
  await editor.getByLabel("名稱", { exact: true }).fill(template);
  await editor.getByLabel("主旨", { exact: true }).fill("{{nickname|家長}}，開學了");
  await editor.getByLabel("標題", { exact: true }).fill("開學通知");
  await editor.getByLabel("文字", { exact: true }).fill("九月一日開學。");
  await editor.getByLabel("按鈕文字").fill("看課表");
  await editor.getByLabel("連結", { exact: true }).fill("https://school.test/timetable");
  await editor.getByLabel("頁尾", { exact: true }).fill("晨光");
  await editor.frameLocator("iframe").getByText("九月一日開學。").waitFor();
  await editor.getByRole("button", { name: /^儲\s?存$/ }).click();
  await page.getByText("電郵範本已儲存").waitFor();

  await page.goto("/admessage/plan?new=1");
  const wizard = page.getByRole("dialog", { name: "新增發送計劃" });
  await wizard.getByLabel("計劃名稱").fill(`開學電郵 ${mark}`);
  await wizard.getByText("電郵", { exact: true }).click();
  await wizard.getByLabel("發送對象").fill(list);
  await page.getByTitle(new RegExp(list)).click();
  await page.keyboard.press("Escape");
  await wizard.getByText("將發送給 1 人").waitFor();
  await wizard.getByRole("button", { name: "下一步" }).click();
  await wizard.getByLabel("寄件分校").click();
  await page.getByTitle(/office@demo\.homeroom\.test/).click();
  await wizard.getByLabel("電郵範本").click();
  await page.getByTitle(new RegExp(template)).click();
  await wizard.getByRole("button", { name: "下一步" }).click();
  await wizard.getByLabel("分散在幾小時內發送").waitFor();
  await wizard.getByRole("button", { name: "下一步" }).click();
  await wizard.getByText(`收信家長 ${mark}，開學了`).waitFor();
  await wizard.getByRole("button", { name: "立即發送" }).click();

  await page.getByRole("heading", { name: `開學電郵 ${mark}` }).waitFor();
  await page
    .getByRole("row")
    .filter({ hasText: `reader-${mark}@example.test` })
    .getByText("已接受")
    .waitFor();
  // A frame without an origin refuses its storage to the script that prepares pages here.
  expect(complaints.filter((text) => !text.includes("sandboxed"))).toEqual([]);
});
