import type { LedgerRow, PlanOrderRow, PlanQuote } from "@homeroom/contract/billing";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { leadsModule } from "#modules/leads/public";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { checkLedgers } from "./actions/check-ledgers.ts";
import { followPlan, followSale } from "./actions/follow-order.ts";
import { giveGrant } from "./actions/give-grant.ts";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";
import { followWaitingOrders } from "./jobs.ts";
import { ledgerFaults } from "./queries/ledger.ts";

let desk: BillingDesk;
beforeAll(async () => {
  desk = await openBillingDesk();
});
afterAll(() => desk.stop());
beforeEach(() => desk.openCentre());

const monthOf = (planID: "basic" | "advanced") => ({ kind: "subscription", planID, months: 1 });
const dayOf = (text: string | null) => Math.round((Date.parse(text ?? "") - Date.now()) / 86_400_000) + 0;

/** Lets a number of days pass for the centre. */
async function pass(days: number): Promise<void> {
  const { organizationId } = desk.centre;
  const shift = async (table: string, columns: string[]) => {
    const set = columns.map((column) => `${column} = ${column} - make_interval(days => $2)`).join(", ");
    // oxlint-disable-next-line no-await-in-loop -- the tables one after the other
    await desk.owner.query(`update ${table} set ${set} where organization_id = $1`, [organizationId, days]);
  };
  await shift("organization", ["expires_at"]);
  await shift("plan_period", ["starts_at", "ends_at"]);
}

const faults = () => inTransaction(desk.db, desk.centre.scope, (tx) => ledgerFaults(tx, desk.centre.scope));

test("a trial shows its days, its limits, and the prices of plans", async () => {
  expect(await desk.account()).toMatchObject({
    ...{
      membership: "trial",
      plan: "trial",
      daysLeft: 15,
      currency: "HKD",
      balance: 0,
      canBuy: true,
      nextInvoice: null,
    },
    uses: { branches: { used: 2, limit: 5 }, storage: { used: 0, limit: 2 * 1024 ** 3 } },
  });
  const { body } = await desk.get<{ prices: { paidMonths: number; grantedMonths: number }[] }>("PlanList");
  const months = (paid: number) => body.resultData?.prices.find(({ paidMonths }) => paidMonths === paid)?.grantedMonths;
  expect([months(12), months(10)]).toEqual([14, 12]);
});

test("a plan paid by transfer follows the trial without losing a day", async () => {
  const preview = await desk.post<PlanQuote>("PreviewOrder", monthOf("basic"));
  expect(preview.body.resultData).toMatchObject({ amount: 388, days: 30 });
  expect(dayOf(preview.body.resultData?.endTime ?? null)).toBe(45);
  const order = await desk.order({ ...monthOf("basic"), expectedAmount: 388 });
  expect(order).toMatchObject({ amount: 388, status: "pending", payMethod: "bankTransfer" });
  expect(order.payUrl).toContain(`/pay?orderID=${order.orderID}&key=`);
  expect((await desk.account()).membership).toBe("trial");
  await desk.confirm(order);
  expect(await desk.status(order)).toMatchObject({ status: "paid", hasInvoice: true, payUrl: null });
  const account = await desk.account();
  expect(account).toMatchObject({
    membership: "basic",
    balance: 0,
    nextInvoice: { plan: "basic", months: 1, amount: 388 },
  });
  expect(dayOf(account.expireTime)).toBe(45);
  expect(await faults()).toEqual([]);
  const invoice = await desk.app.inject({
    method: "GET",
    url: `/api_basic/Payment/Invoice?recordID=${order.recordID}`,
    headers: { accesstoken: desk.director.token },
  });
  expect(invoice.headers["content-type"]).toBe("application/pdf");
});

test("a paid order is fulfilled once, even if repeated or simultaneous", async () => {
  const order = await desk.order(monthOf("basic"));
  await desk.confirm(order);
  await Promise.all([...[1, 2, 3, 4].map(() => desk.status(order)), followSale(desk.db, order.recordID)]);
  expect(dayOf((await desk.account()).expireTime)).toBe(45);
  expect(await faults()).toEqual([]);
});

test("repeating an order with its id orders once", async () => {
  const recordID = "01930000-0000-7000-8000-00000000aaaa";
  const orders = await Promise.all([1, 2, 3].map(() => desk.order({ ...monthOf("basic"), recordID })));
  expect(new Set(orders.map(({ orderID }) => orderID)).size).toBe(1);
});

test("an upgrade costs the difference for the remaining days", async () => {
  await desk.buy(monthOf("basic"));
  await pass(25);
  const preview = await desk.post<PlanQuote>("PreviewOrder", { kind: "upgrade", planID: "advanced" });
  // 19 whole days: the one that has begun is not charged.
  expect(preview.body.resultData).toMatchObject({
    ...{ days: 19, amount: 316.67 },
    lines: [
      { kind: "newDays", amount: 562.4 },
      { kind: "unusedDays", amount: -245.73 },
    ],
  });
  const { daysLeft } = await desk.account();
  await desk.buy({ kind: "upgrade", planID: "advanced" });
  expect(await desk.account()).toMatchObject({ membership: "advanced", plan: "advanced", balance: 0, daysLeft });
  const again = await desk.post("CreateOrder", { kind: "upgrade", planID: "advanced", payMethod: "card" });
  expect(again.body).toMatchObject({ name: "ORDER_STATE_CONFLICT" });
});

test("an upgrade paid days later credits the unused amount to the balance", async () => {
  await desk.buy(monthOf("basic"));
  await pass(25);
  const order = await desk.order({ kind: "upgrade", planID: "advanced" });
  await pass(2);
  await desk.confirm(order);
  await desk.status(order);
  const { balance, membership } = await desk.account();
  expect([membership, balance]).toEqual(["advanced", 33.33]);
  expect(await faults()).toEqual([]);
});

test("an invalid amount is reported before a missing seller", async () => {
  const seller = desk.seller.organizationId;
  const purchase = { kind: "recharge", payMethod: "card" };
  await desk.owner.query("delete from plan_seller where organization_id = $1", [seller]);
  expect((await desk.post("CreateOrder", { ...purchase, amount: 99 })).body).toMatchObject({
    name: "TOPUP_AMOUNT_INVALID",
  });
  expect((await desk.post("CreateOrder", { ...purchase, amount: 500 })).body).toMatchObject({
    name: "FEATURE_NOT_SET_UP",
  });
  await desk.owner.query("insert into plan_seller (organization_id) values ($1)", [seller]);
});

test("a recharge is credited to the balance, within its limits", async () => {
  expect((await desk.post("CreateOrder", { kind: "recharge", amount: 99, payMethod: "card" })).body).toMatchObject({
    name: "TOPUP_AMOUNT_INVALID",
  });
  await desk.buy({ kind: "recharge", amount: 500.5 });
  expect((await desk.account()).balance).toBe(500.5);
  const { body } = await desk.post<{ list: PlanOrderRow[] }>("RechargeList");
  expect(body.resultData?.list).toMatchObject([{ kind: "recharge", amount: 500.5, status: "paid" }]);
});

test("a yearly package costs ten months and includes the messages of twelve", async () => {
  await desk.buy({ kind: "broadcast", months: 10 });
  expect(await desk.account()).toMatchObject({ messages: 12_000, balance: 0 });
  const { body } = await desk.post<{ list: LedgerRow[]; total: number }>("ExpenseList");
  expect(body.resultData).toMatchObject({
    total: 1,
    list: [{ unit: "money", cause: "purchase", amount: -7800, balance: 0 }],
  });
});

test("a refund removes what is unused", async () => {
  const order = await desk.buy(monthOf("basic"));
  await pass(20);
  const body = { orderID: order.orderID, amount: 388, reason: "退訂" };
  await callApi(desk.app, "POST /api_users/Order/RefundOrder", { token: desk.sellerToken, body });
  expect((await desk.status(order)).status).toBe("refunded");
  expect(dayOf((await desk.account()).expireTime)).toBe(0);
  expect(await faults()).toEqual([]);
});

test("refunding a plan during the trial does not change the trial", async () => {
  const order = await desk.buy(monthOf("basic"));
  expect(await desk.account()).toMatchObject({ membership: "basic" });
  const body = { orderID: order.orderID, amount: 388, reason: "退訂" };
  await callApi(desk.app, "POST /api_users/Order/RefundOrder", { token: desk.sellerToken, body });
  expect((await desk.status(order)).status).toBe("refunded");
  const account = await desk.account();
  expect(account).toMatchObject({ membership: "trial", plan: "trial", upcoming: [], nextInvoice: null });
  expect(dayOf(account.expireTime)).toBe(15);
  expect(await faults()).toEqual([]);
});

test("refunding an upgrade leaves none of its money in the balance", async () => {
  await desk.buy(monthOf("basic"));
  await pass(25);
  const order = await desk.order({ kind: "upgrade", planID: "advanced" });
  await pass(2);
  await desk.confirm(order);
  await desk.status(order);
  expect((await desk.account()).balance).toBe(33.33);
  const body = { orderID: order.orderID, amount: order.amount, reason: "退訂" };
  await callApi(desk.app, "POST /api_users/Order/RefundOrder", { token: desk.sellerToken, body });
  expect((await desk.status(order)).status).toBe("refunded");
  expect(await desk.account()).toMatchObject({ membership: "basic", balance: 0 });
  expect(await faults()).toEqual([]);
});

test("the next plan begins when the previous one ends", async () => {
  await desk.buy(monthOf("advanced"));
  await desk.buy(monthOf("basic"));
  expect(await desk.account()).toMatchObject({
    membership: "advanced",
    upcoming: [{ plan: "advanced" }, { plan: "basic" }],
  });
  await pass(46);
  await inTransaction(desk.db, desk.centre.scope, (tx) => followPlan(tx, desk.centre.scope, new Date()));
  expect(await desk.account()).toMatchObject({ membership: "basic", plan: "basic", upcoming: [] });
});

test("after the grace period only reading, exporting and paying are allowed, and paying unlocks all", async () => {
  const app = await serveModules(desk.platform, [leadsModule(desk.platform)]);
  const add = () =>
    callApi(app, "POST /api_users/Member/AddLeadInfo", { token: desk.director.token, body: { nickname: "小明" } });
  await desk.buy(monthOf("basic"));
  await pass(45 + 6);
  expect((await desk.account()).membership).toBe("grace");
  expect((await add()).status).toBe(200);
  await pass(1);
  expect((await desk.account()).membership).toBe("expired");
  expect((await add()).body).toMatchObject({ success: false, name: "MEMBERSHIP_EXPIRED", code: 100384 });
  const list = await callApi(app, "POST /api_users/Member/LeadsList", { token: desk.director.token, body: {} });
  expect(list.status).toBe(200);
  await desk.buy(monthOf("basic"));
  expect(dayOf((await desk.account()).expireTime)).toBe(30);
  expect((await add()).status).toBe(200);
  await app.close();
});

test("a late payment within the grace period covers it", async () => {
  await desk.buy(monthOf("basic"));
  await pass(45 + 3);
  await desk.buy(monthOf("basic"));
  expect(dayOf((await desk.account()).expireTime)).toBe(27);
});

test("an unpaid order can be cancelled", async () => {
  const order = await desk.order(monthOf("basic"));
  const byNumber = await desk.get<PlanOrderRow>(`OrderStatus?orderID=${order.orderID}`);
  expect(byNumber.body.resultData?.recordID).toBe(order.recordID);
  expect((await desk.get("OrderStatus?orderID=2020010100000000")).body).toMatchObject({ name: "NOT_FOUND" });
  const cancel = () => desk.get(`CancelOrder?orderID=${order.orderID}`);
  expect((await cancel()).status).toBe(200);
  expect((await desk.status(order)).status).toBe("cancelled");
  const paid = await desk.buy(monthOf("basic"));
  expect((await desk.get(`CancelOrder?recordID=${paid.recordID}`)).body).toMatchObject({
    name: "ORDER_STATE_CONFLICT",
  });
});

test.each([
  ["planID", { kind: "subscription", months: 1 }],
  ["planID", { kind: "upgrade" }],
  ["months", { kind: "subscription", planID: "basic" }],
])("a purchase that lacks its %s is refused at that field", async (field, purchase) => {
  const { body } = await desk.post("CreateOrder", { ...purchase, payMethod: "bankTransfer" });
  expect(body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field }] });
});

test("an order is refused at a price other than shown, or without the permission", async () => {
  const other = { ...monthOf("basic"), payMethod: "card", expectedAmount: 300 };
  expect((await desk.post("CreateOrder", other)).body).toMatchObject({ name: "STALE_DATA" });
  const { token } = await signInAs(desk.db, desk.centre, { role: "sales" });
  expect((await desk.post("CreateOrder", { ...monthOf("basic"), payMethod: "card" }, token)).status).toBe(403);
});

test("an order sent again after its form was changed is refused, and never another order's", async () => {
  const recordID = v7();
  const recharge = (amount: number) =>
    desk.post<PlanOrderRow>("CreateOrder", { kind: "recharge", amount, payMethod: "card", recordID });
  const [first, again, changed] = [await recharge(1000), await recharge(1000), await recharge(5000)];
  expect(again.body.resultData?.orderID).toBe(first.body.resultData?.orderID);
  expect(changed.body).toMatchObject({ name: "STALE_DATA" });
  const otherKind = { ...monthOf("basic"), payMethod: "card", recordID };
  expect((await desk.post("CreateOrder", otherKind)).body).toMatchObject({ name: "STALE_DATA" });
});

test("a purchase is never tied to another order of the seller", async () => {
  const leadId = await buildLead(desk.db, desk.seller);
  const recordID = v7();
  const free = { recordID, leadId, items: [{ name: "試堂", officialPrice: 0, quantity: 1 }], payMethod: "cash" };
  const sold = await callApi(desk.app, "POST /api_users/Order/AddOrder", { token: desk.sellerToken, body: free });
  expect(sold.status).toBe(200);
  const purchase = { kind: "recharge", amount: 10_000, payMethod: "card", recordID };
  expect((await desk.post("CreateOrder", purchase)).body).toMatchObject({ name: "FIELD_INVALID" });
  expect((await desk.get(`OrderStatus?recordID=${recordID}`)).body.resultData).toMatchObject({ status: "pending" });
  expect((await desk.account()).balance).toBe(0);
});

test("a centre's purchase has its full price: no later discount and no partial refund", async () => {
  const atSeller = (call: string, body: object) =>
    callApi(desk.app, `POST /api_users/Order/${call}`, { token: desk.sellerToken, body });
  const order = await desk.order({ kind: "recharge", amount: 1000 });
  const { orderID } = order;
  const discount = { kind: "percent", value: 50, reason: "熟客" };
  const discounted = await atSeller("EditOrderDiscount", { orderID, discount, version: 0 });
  expect(discounted.body).toMatchObject({ name: "ORDER_STATE_CONFLICT" });
  await desk.confirm(order);
  await desk.status(order);
  const refund = (amount: number) => atSeller("RefundOrder", { orderID, amount, reason: "退款" });
  expect((await refund(999)).body).toMatchObject({ name: "ORDER_STATE_CONFLICT" });
  expect((await desk.account()).balance).toBe(1000);
  expect((await refund(1000)).status).toBe(200);
  await desk.status(order);
  expect((await desk.account()).balance).toBe(0);
  expect(await faults()).toEqual([]);
});

test("granted days do not change the terms of renewal", async () => {
  await desk.buy({ ...monthOf("basic"), months: 12 });
  const before = (await desk.account()).nextInvoice;
  const grant = { grantId: RecordId.parse(v7()), kind: "days", amount: 3, reason: "停電" } as const;
  await inTransaction(desk.db, desk.centre.scope, (tx) => giveGrant(tx, desk.centre.scope, grant, new Date()));
  expect((await desk.account()).nextInvoice).toMatchObject({ months: 12, amount: before?.amount });
});

test("one failing order does not block those of others", async () => {
  const broken = await desk.order(monthOf("basic"));
  await desk.openCentre();
  const order = await desk.order(monthOf("basic"));
  await desk.confirm(order);
  await desk.confirm(broken);
  await desk.owner.query("update plan_order set created_at = now() - interval '1 day' where order_id = $1", [
    broken.recordID,
  ]);
  await desk.owner.query("update plan_order set plan = null where order_id = $1", [broken.recordID]);
  await followWaitingOrders(desk.platform, new AbortController().signal);
  expect((await desk.account()).membership).toBe("basic");
});

test("a process that saw a payment before its refund grants nothing", async () => {
  const order = await desk.order({ kind: "recharge", amount: 500 });
  await desk.confirm(order);
  const other = await desk.owner.connect();
  try {
    await other.query("begin");
    await other.query("select from organization where organization_id = $1 for update", [desk.centre.organizationId]);
    const waiting = "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
    const followed = followSale(desk.db, order.recordID);
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    const body = { orderID: order.orderID, amount: 500, reason: "退訂" };
    await callApi(desk.app, "POST /api_users/Order/RefundOrder", { token: desk.sellerToken, body });
    // As another process leaves it that has followed the refund.
    await other.query("update plan_order set status = 'refunded' where order_id = $1", [order.recordID]);
    await other.query("commit");
    await followed;
  } finally {
    other.release();
  }
  const { rows } = await desk.owner.query("select status from plan_order where order_id = $1", [order.recordID]);
  expect(rows).toEqual([{ status: "refunded" }]);
  expect((await desk.account()).balance).toBe(0);
  expect(await faults()).toEqual([]);
});

test("the ledgers are compared once a night", async () => {
  await desk.buy({ kind: "recharge", amount: 100 });
  const night = new Date("2026-11-20T19:30:00Z");
  expect(await checkLedgers(desk.db, new Date("2026-11-20T18:30:00Z"))).toEqual([]);
  await Promise.all([checkLedgers(desk.db, night), checkLedgers(desk.db, night)]);
  const { rows } = await desk.owner.query("select problems, organizations > 0 as some from ledger_check");
  expect(rows).toEqual([{ problems: [], some: true }]);
});

test("a comparison interrupted by a crash is repeated", async () => {
  await desk.buy({ kind: "recharge", amount: 100 });
  await desk.owner.query(
    "update ledger_balance set balance = balance + 1 where organization_id = $1 and place = 'available'",
    [desk.centre.organizationId],
  );
  const night = new Date("2026-11-22T19:30:00Z");
  await desk.owner.query(
    "insert into ledger_check (checked_on, started_at) values ('2026-11-23', now() - interval '1 minute')",
  );
  expect(await checkLedgers(desk.db, night)).toEqual([]);
  await desk.owner.query(
    "update ledger_check set started_at = now() - interval '2 hours' where checked_on = '2026-11-23'",
  );
  const problems = await checkLedgers(desk.db, night);
  expect(problems).toContain(`${desk.centre.organizationId} balance money available`);
  const { rows } = await desk.owner.query(
    "select problems from ledger_check where finished_at is not null and checked_on = '2026-11-23'",
  );
  expect(rows).toEqual([{ problems }]);
  expect(await checkLedgers(desk.db, night)).toEqual([]);
});
