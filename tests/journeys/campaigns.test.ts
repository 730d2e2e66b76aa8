import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

test("staff go from campaigns down to an ad, bind a page to it, and see what it brought", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/advert/campaign");
  const table = page.getByRole("table");
  await table.getByText("暑期班 2026").waitFor();
  const totals = page.getByLabel("合計（HKD）");
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
  await page.getByTitle("音樂會").or(page.locator(".ant-select-item-option")).last().click();
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
  expect(complaints).toEqual([]);
});

test("another ad account is chosen in the Meta settings, and its campaigns come", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/organization/facebook");
  await page.getByRole("button", { name: "重新讀取" }).click();
  const card = page.getByRole("article", { name: "晨光文理 台北" });
  await card.getByRole("button", { name: "設定" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "儲存" }).click();
  await page.getByText("已儲存 晨光文理 台北").waitFor();
  await card.getByText("讀取數據中").waitFor();
  await expect
    .poll(
      async () => {
        await page.goto("/advert/campaign?keywords=冬令營");
        return page.getByRole("table").getByText("冬令營").count();
      },
      { timeout: 120_000 },
    )
    .toBe(1);
  await page.getByLabel("合計（TWD）").getByText("花費").waitFor();
  expect(complaints).toEqual([]);
});
