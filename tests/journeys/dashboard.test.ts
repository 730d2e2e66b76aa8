import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "../harness/caller.ts";
import { narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

/** Waits until the figures are those of the chosen days. */
const counted = (page: Page) => page.locator('section[aria-busy="false"]').waitFor();

/** Follows a link of the figures to its list, which has as many rows as the link says. Returns that number. */
async function follow(page: Page, link: Locator): Promise<number> {
  const [said = ""] = /[\d,]+/.exec((await link.textContent()) ?? "") ?? [];
  await link.click();
  await page.getByText(`共 ${said} 筆`, { exact: true }).waitFor();
  await page.goBack();
  await counted(page);
  return Number(said);
}

test("figures open lists that have as many rows, of the days and people that were chosen", async () => {
  // No other journey uses this centre.
  const caller = await signIn(productUrl, "owner@other.homeroom.test");
  const { page, complaints } = await visit({ caller });
  await page.goto("/dashboard");
  await page.getByText("近 90 天").click();
  await page.getByText("以表格顯示").click();
  await page.getByRole("table").first().getByRole("row").nth(90).waitFor();
  expect(await follow(page, page.getByRole("link", { name: /^新名單/ }))).toBeGreaterThan(0);
  expect(await follow(page, page.getByRole("table").last().getByRole("link").first())).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test("the answers behind the reply time open in their conversations; on a phone too", async () => {
  const { page, complaints } = await visit({ as: "owner", size: narrow });
  await page.goto("/dashboard?days=90");
  await page.getByRole("button", { name: /查看 .* 次回覆/ }).click();
  const answers = page.getByRole("dialog", { name: "回覆時間" });
  await answers.getByText("15 分鐘以上").click();
  await answers.getByText(/\d+ 次回覆/).waitFor();
  await answers.getByRole("link").first().click();
  await page.waitForURL(/\/chat\/whatsapp\?/);
  await page.getByRole("textbox", { name: "訊息" }).waitFor();
  expect(complaints).toEqual([]);
});
