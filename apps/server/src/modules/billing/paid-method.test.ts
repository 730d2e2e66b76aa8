import type { PlanOrderRow } from "@homeroom/contract/billing";
import { backfill } from "@homeroom/database/migrations/1011-paid-method-of-plans";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { wholeBackfill } from "#platform/db/migrations/backfill";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";

let desk: BillingDesk;
beforeAll(async () => {
  desk = await openBillingDesk();
});
afterAll(() => desk.stop());

const listed = async () => (await desk.post<{ list: PlanOrderRow[] }>("RechargeList")).body.resultData?.list;

test("an order shows its actual payment method, even from an earlier release", async () => {
  const order = await desk.order({ kind: "recharge", amount: 500, payMethod: "card" });
  expect(order).toMatchObject({ payMethod: "card", paidMethod: null });
  const body = { orderID: order.orderID, confirmStatus: "confirmed", payMethod: "fps" };
  await callApi(desk.app, "POST /api_users/Order/ConfirmOrder", { token: desk.sellerToken, body });
  const paid = { payMethod: "card", paidMethod: "fps", status: "paid" };
  expect(await desk.status(order)).toMatchObject(paid);
  expect(await listed()).toMatchObject([paid]);
  await desk.owner.query("update plan_order set paid_method = null");
  expect(await listed()).toMatchObject([{ paidMethod: null }]);
  await desk.owner.query(wholeBackfill(backfill));
  expect(await listed()).toMatchObject([paid]);
});
