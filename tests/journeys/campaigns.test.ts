import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

test("staff go from campaigns down to an ad, bind a page to it, and see what it brought", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/advert/campaign");
  const table = page.getByRole("table");
  await table.getByText("暑期班 2026").waitFor();
  const totals = page.getByLabel("合計（TWD）");
  await totals.getByText("花費").waitFor();
  await page.getByRole("switch", { name: "與前一期間比較" }).click();
  await totals
    .getByText(/^[+-]?\d+%$/)
    .first()
    .waitFor();

  await table.getByText("數學試堂").click();
  await page.waitForURL(/\/advert\/adset\?.*campaign=/);
  await table.getByText("網站訪客").click();
  await page.waitForURL(/\/advert\/ad\?.*adset=/);
  expect(new URL(page.url()).searchParams.get("compare")).toBe("1");
  await page.getByRole("button", { name: "綁定落地頁：數學試堂 影片 B" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("落地頁").click();
  // A page of another ad is refused with a reason.
  await page.locator(".ant-select-item-option", { hasText: "暑期營招生" }).click();
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("落地頁已綁定其他廣告").waitFor();
  await form.getByLabel("落地頁").click();
  await page.locator(".ant-select-item-option", { hasText: "寒假考試衝刺班" }).click();
  await form.getByRole("button", { name: "儲存" }).click();
  await page.getByText("已綁定落地頁").waitFor();
  await page.getByRole("button", { name: "解除綁定：數學試堂 影片 B" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "解除綁定" }).click();
  await page.getByText("已解除綁定").waitFor();

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "匯出" }).click();
  expect((await file).suggestedFilename()).toMatch(/^廣告 .+\.xlsx$/);
  await page.setViewportSize(narrow);
  expect(await seriousFaults(page)).toEqual([]);
  // The page that was refused.
  expect(complaints).toEqual([expect.stringContaining("409")]);
});

test("another ad account is chosen in the Meta settings, and its campaigns come", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/organization/facebook");
  await page.getByRole("button", { name: "重新讀取" }).click();
  const card = page.getByRole("article", { name: "晨光海外招生" });
  await card.getByRole("button", { name: "設定" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "儲存" }).click();
  await page.getByText("已儲存 晨光海外招生").waitFor();
  await card.getByText("讀取數據中").waitFor();
  await page.goto("/advert/campaign?keywords=冬令營");
  await page.getByRole("table").getByText("冬令營").waitFor();
  await page.getByLabel("合計（HKD）").getByText("花費").waitFor();
  expect(complaints).toEqual([]);
});
