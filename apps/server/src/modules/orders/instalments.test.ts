import type { InstalmentRow } from "@homeroom/contract/order-instalments";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "./actions/book-payment.ts";
import { closeExpired } from "./actions/end-unpaid-orders.ts";
import { openOrderDesk, outcome } from "./for-tests.ts";
import { readPlan } from "./rules/instalments.ts";

const desk = prepareDesk(openOrderDesk);

const days = (...dates: string[]) => dates.map((dueDate) => ({ dueDate }));
const planned = (instalments: object[], more: object = {}) => desk.order({ instalments, ...more } as never);
const pay = (orderID: string, reference: string, amount: number) =>
  bookPayment(desk.db, desk.organization.scope, {
    ...{ provider: "paypal", reference: `${orderID} ${reference}`, orderID, amountMinor: amount * 100 },
    ...{ currency: "HKD", state: "paid", receivedAt: new Date() },
  });
const parts = (rows: readonly InstalmentRow[]) => rows.map(({ amount, paid, state }) => [amount, paid, state]);
const receipts = async (orderID: string) =>
  (await desk.detail(orderID)).receipts.map(({ kind, amount }) => [kind, amount]);

test("a plan adds up to the total, in valid amounts of the currency", () => {
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 99_999 }), fc.integer({ min: 2, max: 24 }), (dollars, count) => {
      const plan = days(
        ...Array.from({ length: count }, (_, index) => `2099-01-${String(index + 1).padStart(2, "0")}`),
      );
      const read = readPlan(plan, { totalMinor: dollars * 100, currency: "TWD" });
      expect(read.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(dollars * 100);
      expect(read.every(({ amountMinor }) => amountMinor > 0 && amountMinor % 100 === 0)).toBe(true);
    }),
  );
});

test.each([
  [days("2099-01-01")],
  [days("2099-02-01", "2099-01-01")],
  [
    [
      { dueDate: "2099-01-01", amount: 1000 },
      { dueDate: "2099-02-01", amount: 100 },
    ],
  ],
  [
    [
      { dueDate: "2099-01-01", amount: 1200 },
      { dueDate: "2099-02-01", amount: 0 },
    ],
  ],
  [[{ dueDate: "2099-01-01", amount: 1200 }, { dueDate: "2099-02-01" }]],
])("%o is no plan for 1,200", async (instalments) => {
  await expect(planned(instalments)).rejects.toThrow("FIELD_INVALID");
});

test("each paid part has a receipt; the last one marks the order as paid", async () => {
  const orderID = await planned(days("2020-01-05", "2099-02-05", "2099-03-05"));
  expect(parts((await desk.detail(orderID)).instalments)).toEqual([
    [400, 0, "overdue"],
    [400, 0, "open"],
    [400, 0, "open"],
  ]);
  await pay(orderID, "a", 500);
  const { status, nextDueDate, isOverdue, instalments } = await desk.detail(orderID);
  expect({ status, nextDueDate, isOverdue }).toEqual({
    status: "pending",
    nextDueDate: "2099-02-05",
    isOverdue: false,
  });
  expect(parts(instalments)).toEqual([
    [400, 400, "paid"],
    [400, 100, "partlyPaid"],
    [400, 0, "open"],
  ]);
  expect(await receipts(orderID)).toEqual([["receipt", 400]]);
  // Two people confirm the same part at once.
  const confirm = () => desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment: 2 });
  expect((await Promise.all([confirm(), confirm()])).map(outcome)).toEqual(["200", "200"]);
  expect(await desk.detail(orderID)).toMatchObject({ paid: 800, open: 400, nextDueDate: "2099-03-05" });
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment: 3 });
  expect(await desk.detail(orderID)).toMatchObject({ status: "paid", open: 0, nextDueDate: null });
  expect(await receipts(orderID)).toEqual([
    ["receipt", 400],
    ["receipt", 400],
    ["receipt", 400],
  ]);
});

test("an export names all payment methods of an order", async () => {
  const orderID = await planned(days("2099-01-05", "2099-02-05"));
  await pay(orderID, "a", 600);
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment: 2, payMethod: "cash" });
  const file = await desk.app.inject({
    ...{ method: "POST", url: "/api_users/Order/ExportOrder", headers: { accesstoken: desk.token } },
    payload: { format: "csv", keywords: orderID },
  });
  expect(file.body).toContain("PayPal、現金");
});

test("a refund after the last part makes no part due again", async () => {
  const orderID = await planned(days("2099-01-05", "2099-02-05"));
  await pay(orderID, "a", 1200);
  await desk.post("RefundOrder", { orderID, amount: 150, reason: "少上一堂" });
  const { status, open, refunded, instalments } = await desk.detail(orderID);
  expect({ status, open, refunded }).toEqual({ status: "paid", open: 0, refunded: 150 });
  expect(parts(instalments)).toEqual([
    [600, 600, "paid"],
    [600, 600, "paid"],
  ]);
});

test("confirming an order in parts needs the part: repeated without it, nothing is booked", async () => {
  const orderID = await planned(days("2099-01-05", "2099-02-05", "2099-03-05"));
  const confirm = (more: object = {}) => desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", ...more });
  for (const _ of [1, 2]) expect(outcome(await confirm())).toBe("422 FIELD_INVALID");
  expect(await desk.detail(orderID)).toMatchObject({ paid: 0, payments: [] });
  for (const _ of [1, 2]) expect(outcome(await confirm({ instalment: 1 }))).toBe("200");
  expect(await desk.detail(orderID)).toMatchObject({ paid: 400, payments: [{ amount: 400 }] });
});

test("a confirmation books exactly what was shown, or nothing", async () => {
  const orderID = await planned(days("2099-01-05", "2099-02-05", "2099-03-05"));
  const confirm = (instalment: number, amount: number) =>
    desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment, amount });
  // A colleague has booked a transfer meanwhile.
  await pay(orderID, "a", 100);
  expect(outcome(await confirm(1, 400))).toBe("409 STALE_DATA");
  expect(outcome(await confirm(1, 300))).toBe("200");
  expect(outcome(await confirm(1, 300))).toBe("200");
  expect(outcome(await confirm(3, 400))).toBe("409 STALE_DATA");
  expect(await desk.detail(orderID)).toMatchObject({ paid: 400 });
  // Or has taken the parts away.
  const { version } = await desk.detail(orderID);
  expect(outcome(await desk.post("EditInstalments", { orderID, version, instalments: [] }))).toBe("200");
  expect(outcome(await confirm(2, 400))).toBe("409 STALE_DATA");
  expect(outcome(await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", amount: 1200 }))).toBe(
    "409 STALE_DATA",
  );
  expect(await desk.detail(orderID)).toMatchObject({ paid: 400, status: "pending" });
});

test("late parts are found, and summed with the list", async () => {
  const leadId = await buildLead(desk.db, desk.organization);
  const late = await planned(days("2020-01-05", "2020-02-05", "2099-02-05"), { leadId });
  await planned(days("2099-01-05", "2099-02-05"), { leadId });
  await pay(late, "a", 500);
  const { body } = await desk.post<{ list: { orderID: string }[] }>("OrderList", { leadId, isOverdue: true });
  expect(body.resultData?.list.map(({ orderID }) => orderID)).toEqual([late]);
  const totals = await desk.post<{ list: OrderSummary[] }>("OrderTotals", { leadId });
  expect(totals.body.resultData?.list).toMatchObject([{ count: 2, open: 1900, overdue: 300 }]);
});

test("an order with instalments does not expire; they are recalculated for another discount and can be removed", async () => {
  const orderID = await planned(days("2099-01-05", "2099-02-05"), { payMethod: "card" });
  await desk.expire(orderID);
  await desk.owner.query("update sale_order set expires_at = null where order_number = $1", [orderID]);
  expect(await closeExpired(desk.db, desk.organization.scope)).toBe(0);
  const discount = { kind: "percent", value: 50, reason: "兄弟姊妹優惠" };
  const { version } = await desk.detail(orderID);
  expect(outcome(await desk.post("EditOrderDiscount", { orderID, discount, version }))).toBe("200");
  const changed = await desk.detail(orderID);
  expect(changed).toMatchObject({ total: 600, expireTime: null, instalments: [{ amount: 300 }, { amount: 300 }] });
  const none = { orderID, instalments: [] };
  expect(outcome(await desk.post("EditInstalments", { ...none, version }))).toBe("409 STALE_DATA");
  expect(outcome(await desk.post("EditInstalments", { ...none, version: changed.version }))).toBe("200");
  expect(await desk.detail(orderID)).toMatchObject({ instalments: [], expireTime: expect.any(String) });
});

test("paid, refunded, open and receipts add up after random payments and refunds", async () => {
  const step = fc.record({
    kind: fc.constantFrom("pay" as const, "pay" as const, "refund" as const, "confirm" as const, "plan" as const),
    amount: fc.constantFrom(100, 300, 400, 700),
  });
  let rounds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      rounds += 1;
      const plan = days("2099-01-05", "2099-02-05", "2099-03-05");
      const orderID = await planned(plan);
      // Money that came while there was no plan gets its receipt with the next payment.
      let isReplanned = false;
      for (const [index, { kind, amount }] of steps.entries()) {
        if (kind === "pay") await pay(orderID, `${rounds} ${index}`, amount);
        else if (kind === "refund") await desk.post("RefundOrder", { orderID, amount, reason: "退費" });
        else if (kind === "plan") {
          const { instalments, version } = await desk.detail(orderID);
          const next = instalments.length === 0 ? plan : [];
          await desk.post("EditInstalments", { orderID, instalments: next, version });
        } else {
          const instalment = (await desk.detail(orderID)).instalments.find(({ state }) => state !== "paid")?.position;
          await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment });
        }
        if (kind !== "refund") isReplanned = kind === "plan";
        const now = await desk.detail(orderID);
        const here = now.paid - now.refunded;
        if (now.status === "pending") expect(here + now.open - now.excess).toBe(now.total);
        if (now.instalments.length > 0) {
          expect(now.instalments.reduce((sum, { amount: part }) => sum + part, 0)).toBe(now.total);
          expect(now.instalments.reduce((sum, { paid }) => sum + paid, 0)).toBe(Math.min(here, now.total));
        }
        const receipted = now.receipts.reduce(
          (sum, one) => sum + (one.kind === "receipt" ? one.amount : -one.amount),
          0,
        );
        const parts = now.instalments.reduce((sum, part) => sum + (part.state === "paid" ? part.amount : 0), 0);
        const covered = now.status === "paid" ? Math.min(here, now.total) : parts;
        // Between what is wholly covered and all that is here.
        if (!isReplanned) expect(receipted).toBeGreaterThanOrEqual(covered);
        expect(receipted).toBeLessThanOrEqual(Math.min(here, now.total));
      }
    }),
    { numRuns: 8, seed: 20_261_125 },
  );
});
