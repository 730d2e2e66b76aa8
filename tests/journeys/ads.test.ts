import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { signIn } from "../harness/caller.ts";
import { narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

test("ads are ordered by the rules, approved, placed by the operator, and reported", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/system/ads");
  const records = page.getByRole("table", { name: "服務記錄" }).or(page.getByRole("grid", { name: "服務記錄" }));
  await records.getByText("廣告投放：名單").waitFor();
  await page.getByRole("button", { name: "購買廣告投放：流量" }).click();
  const form = page.getByRole("dialog", { name: "廣告投放：流量" });
  await form.getByLabel("金額").fill("1000");
  await form.getByText("銀行轉帳").click();
  await form.getByRole("button", { name: "下單" }).click();
  await form.getByText("充值金額不符合規則").first().waitFor();
  await form.getByLabel("金額").fill("1400");
  await form.getByRole("button", { name: "下單" }).click();
  await page.getByText("已下單，付款後開始處理").waitFor();
  await form.waitFor({ state: "hidden" });
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "同意條款：廣告投放：流量" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "同意條款" }).click();
  await page.getByText("已同意，我們會盡快開始").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "下載 廣告投放：名單 的報告" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  // The amount that was refused.
  expect(complaints.filter((line) => !line.includes("status of 422"))).toEqual([]);

  const caller = await signIn(productUrl, "owner@seller.homeroom.test");
  const operator = await visit({ caller });
  await operator.page.goto("/system/operator?tab=services");
  await operator.page.getByRole("button", { name: /^開始 .* 的服務$/ }).click();
  await operator.page.getByRole("button", { name: /^完成 .* 的服務$/ }).click();
  const report = operator.page.getByRole("dialog", { name: /^完成 .* 的服務$/ });
  await report.getByLabel("已使用金額").fill("1200");
  await report.getByLabel("名單").fill("12");
  await report.getByRole("button", { name: "完成" }).click();
  await report.waitFor({ state: "hidden" });
  expect(operator.complaints).toEqual([]);

  await page.reload();
  await page.getByRole("button", { name: "下載 廣告投放：流量 的報告" }).waitFor();
  await page.getByRole("button", { name: "用預算投放" }).waitFor();
});

test("an operator finds a centre and gives it messages, on a phone too", async () => {
  const caller = await signIn(productUrl, "owner@seller.homeroom.test");
  const { page, complaints } = await visit({ caller, size: narrow });
  await page.goto("/system/operator?keywords=晨光");
  await page
    .getByRole("button", { name: /^贈送給 晨光/ })
    .first()
    .click();
  const form = page.getByRole("dialog", { name: /^贈送給 晨光/ });
  await form.getByText("訊息", { exact: true }).click();
  await form.getByLabel("數量或金額").fill("50");
  await form.getByLabel("原因").fill("系統維護補償");
  await form.getByRole("button", { name: "贈送" }).click();
  await form.waitFor({ state: "hidden" });
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
