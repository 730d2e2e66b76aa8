import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

async function fillPlan(page: Page, { name, number }: { name: string; number: string }): Promise<void> {
  const wizard = page.getByRole("dialog", { name: "新增發送計劃" });
  await wizard.getByLabel("計劃名稱").fill(name);
  await wizard.getByLabel("手動輸入號碼").fill(number);
  await wizard.getByText("將發送給 1 人").waitFor();
  await wizard.getByRole("button", { name: "下一步" }).click();
  await wizard.getByLabel("WhatsApp 號碼").click();
  // Already chosen if it is the only one: the last match is the one in the list.
  await page.getByTitle("晨光 WhatsApp").last().click();
  await wizard.getByLabel("範本").click();
  await page.getByTitle(/^trial_class_reminder/).click();
  for (const place of await wizard.getByLabel(/^變數 .* 的文字$/).all()) await place.fill("週六");
  await wizard.getByRole("button", { name: "下一步" }).click();
  // The draft is saved between these steps.
  await wizard.getByRole("radio", { name: "立即" }).waitFor();
  await wizard.getByRole("button", { name: "下一步" }).click();
}

test("a plan is made, sent at once, followed to its end, and found in the conversation", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/admessage/plan?new=1");
  await fillPlan(page, { name: "週末體驗課", number: "+886 912 345 601" });
  const wizard = page.getByRole("dialog", { name: "新增發送計劃" });
  await wizard.getByText("您好 週六，提醒您").waitFor();
  await wizard.getByRole("button", { name: "立即發送" }).click();

  await page.getByRole("heading", { name: "週末體驗課" }).waitFor();
  await page.getByText("已完成", { exact: true }).filter({ visible: true }).first().waitFor();
  const row = page.getByRole("row").filter({ hasText: "912" });
  await row.getByText(/已送達|已讀/).waitFor();
  expect(complaints).toEqual([]);
});

test("a plan for later is found by its state on a phone, and cancelled", async () => {
  const { page, complaints } = await visit({ as: "owner", size: narrow, theme: "dark" });
  await page.goto("/admessage/plan?status=pending");
  await page.getByRole("list", { name: "發送計劃" }).getByRole("listitem").first().getByRole("button").click();
  await page.getByRole("button", { name: "作廢" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "作廢" }).click();
  await page.getByText("已作廢", { exact: true }).waitFor();
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(narrow.width);
  expect(complaints).toEqual([]);
});

test("the monthly limit of broadcasts is saved", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/admessage/setting");
  const limit = page.getByLabel("每月最多發送則數");
  await limit.fill("15000");
  await page.getByRole("button", { name: "儲存" }).click();
  await page.getByText("已儲存設定").waitFor();
  await page.reload();
  await expect.poll(() => limit.inputValue()).toBe("15000");
});
