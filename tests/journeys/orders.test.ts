import { expect, test } from "vitest";
import { openNewLead } from "./new-lead.ts";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

test("an order is made for a lead, confirmed, partly refunded, and found again by its filters", async () => {
  const staff = await visit({ as: "owner" });
  const { page, complaints } = staff;
  await openNewLead(staff, "訂單家長");
  await page.getByRole("button", { name: "新增訂單" }).click();

  const form = page.getByRole("dialog", { name: "新增訂單" });
  await form.getByLabel("名稱").fill("鋼琴初班");
  await form.getByLabel("單價").fill("1200");
  await form.getByText("百分比", { exact: true }).click();
  await form.getByLabel("百分比").nth(1).fill("10");
  await form.getByLabel("折扣原因").fill("舊生");
  await form.getByText("1,080").waitFor();
  await form.getByRole("button", { name: "建立訂單" }).click();

  const panel = page.getByRole("dialog", { name: /^訂單 \d{16}$/ });
  await panel.getByRole("timer").waitFor();
  await panel.getByRole("button", { name: "確認收款" }).click();
  const confirm = page.getByRole("dialog", { name: /^確認訂單/ });
  await confirm.getByLabel("備註").fill("已核對帳戶");
  await confirm.getByRole("button", { name: "確認收款" }).click();
  await panel.getByText("已付款").first().waitFor();

  await panel.getByRole("button", { name: "新增備註" }).click();
  const note = page.getByRole("dialog", { name: /的備註$/ });
  await note.getByLabel("備註").fill("改到週五上課");
  await note.getByRole("button", { name: "儲存" }).click();
  await panel.getByText("改到週五上課").waitFor();

  await panel.getByRole("button", { name: "登記退款" }).click();
  const refund = page.getByRole("dialog", { name: /退款$/ });
  await refund.getByLabel("退款金額").fill("80");
  await refund.getByLabel("原因").fill("請假一堂");
  await refund.getByRole("button", { name: "登記退款" }).click();
  await panel.getByText("部分退款").waitFor();
  await panel
    .getByRole("button", { name: "Close" })
    .or(panel.getByRole("button", { name: "關閉" }))
    .first()
    .click();

  await page.getByRole("button", { name: "清除全部" }).click();
  await page.getByRole("row").nth(3).waitFor();
  expect(complaints).toEqual([]);
});

test("a late payment is counted with one button, and others see it at once", async () => {
  const [{ page }, other] = [await visit({ as: "owner" }), await visit({ as: "admin" })];
  await page.goto("/users/order?kept=1&status=closed");
  await page.getByRole("row").nth(1).click();
  const panel = page.getByRole("dialog", { name: /^訂單 \d{16}$/ });
  await panel.getByText("訂單已逾時關閉後才收到，未計入").waitFor();
  const orderID = new URL(page.url()).searchParams.get("order");
  await other.page.goto(`/users/order?order=${orderID}`);
  const seen = other.page.getByRole("dialog", { name: `訂單 ${orderID}` });
  await seen.getByText("訂單已逾時關閉後才收到，未計入").waitFor();

  await panel.getByRole("button", { name: "計入訂單" }).click();
  await page
    .getByRole("dialog", { name: /計入訂單 \d{16}？$/ })
    .getByRole("button", { name: "計入訂單" })
    .click();
  await panel.getByText(/^已計入/).waitFor();
  await seen.getByText(/^已計入/).waitFor();
});

test("on a phone orders are cards, and an order opens over the whole page", async () => {
  const { page } = await visit({ as: "owner", size: narrow, theme: "dark" });
  await page.goto("/users/order?status=paid");
  const card = page.getByRole("list", { name: "產品銷售" }).getByRole("listitem").first();
  await card.getByText("已付款").waitFor();
  await card.getByRole("button").click();
  const panel = page.getByRole("dialog", { name: /^訂單 \d{16}$/ });
  await panel.getByRole("heading", { name: "歷程" }).waitFor();
  expect((await panel.boundingBox())?.width).toBe(narrow.width);
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(narrow.width);
});

test("sales people can create orders but not confirm them", async () => {
  const { page } = await visit({ as: "sales1" });
  await page.goto("/users/order?status=pending");
  await page.getByRole("button", { name: "新增訂單" }).waitFor();
  await page.getByRole("row").nth(1).click();
  const panel = page.getByRole("dialog", { name: /^訂單/ });
  await panel.getByRole("button", { name: "上傳付款憑證" }).waitFor();
  expect(await panel.getByRole("button", { name: "確認收款" }).count()).toBe(0);
});

test("purchases that end soon are found, with the lead and the order that they came from", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/users/order");
  await page.getByRole("radiogroup", { name: "顯示" }).getByText("購買記錄").click();
  await page.getByText(/^[\d,]+ 筆購買記錄$/).waitFor();
  await page.goto("/users/order?view=purchases&state=ending");
  const row = page.getByRole("row").nth(1);
  await row.getByText(/^剩 \d+ 天$/).waitFor();
  await row.click();
  await page
    .getByRole("dialog", { name: /^訂單 \d{16}$/ })
    .getByText("已付款")
    .first()
    .waitFor();
  await page.goto("/lead/list?purchaseEndsWithinDays=30");
  await page.getByRole("row").nth(1).locator('[data-cell="nickname"]').click();
  await page.getByRole("heading", { name: "購買記錄" }).waitFor();
  await page
    .getByText(/^剩 \d+ 天$/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
