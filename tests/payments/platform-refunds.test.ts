import { outcome } from "@homeroom/server/modules/orders/for-tests";
import { bookReturn } from "@homeroom/server/modules/orders/platform-refunds/actions/book-return";
import {
  type Refunding,
  settleDueRefunds,
} from "@homeroom/server/modules/orders/platform-refunds/actions/settle-refund";
import { PaymentFailure, type PaymentGateway } from "@homeroom/server/modules/payment-platforms/public";
import { v7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaidOrders, type PaidOrders } from "./paid-orders.ts";

let at: PaidOrders;

beforeAll(async () => {
  at = await openPaidOrders();
});
afterAll(() => at?.stop());
afterEach(() => at.refundsAre("done"));

/** Makes requested refunds due, and runs the worker's part. */
async function settle(by: Refunding = at.refunding): Promise<void> {
  await at.desk.owner.query(
    "update platform_refund set next_attempt_at = now() - interval '1 minute' where state = 'asked'",
  );
  await settleDueRefunds(by, new AbortController().signal);
}

/** The orders in the list of orders with a pending refund. */
async function found(): Promise<string[]> {
  const { body } = await at.desk.post<{ list: { orderID: string }[] }>("OrderList", { refundWaits: true });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list.map(({ orderID }) => orderID);
}

/** A worker that fails after the platform has made the refund. */
const refundingThat = (failure: () => Error): Refunding => ({
  ...at.refunding,
  gateways: at.refunding.gateways.map((gateway) => ({
    ...gateway,
    ...(gateway.refunds && {
      refunds: {
        ...gateway.refunds,
        refund: async (...asked) => {
          await gateway.refunds?.refund(...asked).catch(() => undefined);
          throw failure();
        },
      },
    }),
  })),
});

describe.each(["paypal", "shopline"] as const)("%s", (provider) => {
  // As the platform writes the amount.
  const unit = provider === "paypal" ? 1 : 100;

  test("returns a part and then the rest, and the order has its credit notes", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    expect((await at.listOf(orderID)).refundable).toEqual([{ paymentID, provider, most: 1200, currency: "TWD" }]);
    expect(await at.stateOf({ orderID, paymentID, amount: 500 })).toBe("done");
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 500 });
    expect((await at.listOf(orderID)).refundable).toMatchObject([{ most: 700 }]);
    expect(await at.stateOf({ orderID, paymentID, amount: 701 })).toBe("ORDER_STATE_CONFLICT");
    expect(await at.stateOf({ orderID, paymentID, amount: 700 })).toBe("done");
    const order = await at.desk.detail(orderID);
    expect(order).toMatchObject({ status: "refunded", refunded: 1200 });
    expect(order.refunds).toMatchObject([
      { amount: 500, method: provider, reference: expect.stringMatching(/\w+/) },
      { amount: 700, method: provider },
    ]);
    expect(order.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 1200],
      ["creditNote", 500],
      ["creditNote", 700],
    ]);
    expect(await at.returnedOf(reference)).toEqual([700 * unit, 500 * unit]);
    expect((await at.listOf(orderID)).refundable).toEqual([]);
  });

  test("returns money once, however often and by however many processes it is requested", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    const form = { orderID, paymentID, recordID: v7(), amount: 300 };
    const answers = await Promise.all([at.ask(form), at.ask(form), at.ask(form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await at.stateOf(form)).toBe("done");
    expect(await at.returnedOf(reference)).toEqual([300 * unit]);
    expect((await at.desk.detail(orderID)).refunded).toBe(300);
  });

  test("is asked again after a lost answer, and nothing else happens to the money in the meantime", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    await at.refundsAre("lost");
    expect(await at.stateOf({ orderID, paymentID })).toBe("asked");
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 0 });
    expect((await at.listOf(orderID)).refundable).toEqual([]);
    const byHand = await at.desk.post("RefundOrder", { orderID, amount: 1200, reason: "搬家" });
    expect(outcome(byHand)).toBe("409 REFUND_IN_PROGRESS");
    expect(await at.stateOf({ orderID, paymentID })).toBe("REFUND_IN_PROGRESS");
    await at.refundsAre("refused");
    await settle();
    expect(await at.returnedOf(reference)).toEqual([1200 * unit]);
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "refunded", refunded: 1200 });
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "done", problem: "" }]);
  });

  test("is asked again after the asking process died, even if the next answer is a refusal", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    await at.refundsAre("lost");
    expect(await at.stateOf({ orderID, paymentID })).toBe("asked");
    // As it is before the first request.
    await at.desk.owner.query("update platform_refund set attempts = 0 where state = 'asked'");
    await expect(settle(refundingThat(() => new Error("The process died")))).rejects.toThrow("The process died");
    await settle(refundingThat(() => new PaymentFailure("refused", { code: "invalid_client" })));
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "asked", problem: "invalid_client" }]);
    await settle();
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "done" }]);
    expect(await at.returnedOf(reference)).toEqual([1200 * unit]);
  });

  test("is asked for the state of a refund that takes longer", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    await at.refundsAre("later");
    expect(await at.stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    await settle();
    expect((await at.desk.detail(orderID)).refunded).toBe(0);
    await at.refundsAre("done");
    await settle();
    await settle();
    expect((await at.desk.detail(orderID)).refunded).toBe(200);
    expect(await at.returnedOf(reference)).toEqual([200 * unit]);
  });

  test("is asked until the refund has ended, however often it did not say, and the order stays in the list", async () => {
    const { orderID, paymentID } = await at.paidAt(provider);
    await at.refundsAre("later");
    expect(await at.stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    // As after weeks of requests.
    await at.desk.owner.query("update platform_refund set attempts = 60 where state = 'asked'");
    await settle();
    const { rows } = await at.desk.owner.query(
      "select attempts, next_attempt_at < now() + interval '361 minutes' as soon from platform_refund where state = 'asked'",
    );
    expect(rows).toEqual([{ attempts: 61, soon: true }]);
    expect(await found()).toEqual([orderID]);
    expect(await at.desk.detail(orderID)).toMatchObject({ refundWaits: true });
    await at.refundsAre("done");
    await settle();
    expect(await found()).toEqual([]);
    expect(await at.desk.detail(orderID)).toMatchObject({ refundWaits: false, refunded: 200 });
  });

  test("waits while its platform is not set up, and says so", async () => {
    const { orderID, paymentID } = await at.paidAt(provider);
    await at.refundsAre("lost");
    expect(await at.stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    await at.refundsAre("done");
    await at.desk.owner.query("update platform_refund set attempts = 4 where state = 'asked'");
    await settle({ ...at.refunding, gateways: [] });
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "asked", problem: "notSetUp" }]);
    const { rows } = await at.desk.owner.query(
      "select from platform_refund where state = 'asked' and next_attempt_at > now() + interval '15 minutes'",
    );
    expect(rows).toHaveLength(1);
    await settle();
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "done", problem: "" }]);
  });

  test("refuses, and staff return the money by other means", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    await at.refundsAre("refused");
    expect(await at.stateOf({ orderID, paymentID })).toBe("refused");
    expect((await at.listOf(orderID)).list[0]?.problem).not.toBe("");
    expect((await at.desk.detail(orderID)).history.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["refundAsked", "refundRefused"]),
    );
    expect(await at.returnedOf(reference)).toEqual([]);
    const byHand = await at.desk.post("RefundOrder", { orderID, amount: 1200, reason: "搬家", method: "cash" });
    expect(outcome(byHand)).toBe("200");
    expect((await at.listOf(orderID)).refundable).toEqual([]);
  });

  test("returns money that does not count towards its order", async () => {
    const { orderID, payments } = await at.paidAt(provider, 2);
    const kept = payments.find(({ keptReason }) => keptReason !== null);
    expect(await at.stateOf({ orderID, paymentID: kept?.recordID })).toBe("done");
    const order = await at.desk.detail(orderID);
    expect(order).toMatchObject({ status: "paid", refunded: 0, hasKept: false });
    expect(await at.returnedOf(kept?.reference ?? "")).toEqual([1200 * unit]);
  });
});

test("ECPay returns nothing by itself, and no other centre's payment is returned", async () => {
  const { orderID, paymentID } = await at.paidAt("ecpay");
  expect((await at.listOf(orderID)).refundable).toEqual([]);
  expect(outcome(await at.ask({ orderID, paymentID }))).toBe("404 NOT_FOUND");
  const other = await at.paidAt("paypal");
  expect(outcome(await at.ask({ orderID, paymentID: other.paymentID }))).toBe("404 NOT_FOUND");
  const { token } = await at.desk.signIn({ role: "sales" });
  expect((await at.ask({ orderID: other.orderID, paymentID: other.paymentID }, token)).status).toBeGreaterThanOrEqual(
    403,
  );
});

test("a refund of another order does not give its id away", async () => {
  const [one, two] = [await at.paidAt("paypal"), await at.paidAt("paypal")];
  const recordID = v7();
  const { orderID, paymentID } = one;
  expect(await at.stateOf({ orderID, paymentID, recordID, amount: 10 })).toBe("done");
  const again = await at.ask({ orderID: two.orderID, paymentID: two.paymentID, recordID, amount: 10 });
  expect(outcome(again)).toBe("422 FIELD_INVALID");
});

test("a refund sent again with its id for another amount is refused, and returns nothing more", async () => {
  const { orderID, paymentID, reference } = await at.paidAt("paypal");
  const form = { orderID, paymentID, recordID: v7(), amount: 100 };
  expect(await at.stateOf(form)).toBe("done");
  expect(await at.stateOf(form)).toBe("done");
  expect(outcome(await at.ask({ ...form, amount: 900 }))).toBe("409 STALE_DATA");
  expect(await at.returnedOf(reference)).toEqual([100]);
});

test("a refund that was recorded by hand does not share its id with one requested from a platform", async () => {
  const { orderID, paymentID, reference } = await at.paidAt("paypal");
  const recordID = v7();
  const byHand = { orderID, recordID, amount: 200, reason: "搬家", method: "cash" };
  expect(outcome(await at.desk.post("RefundOrder", byHand))).toBe("200");
  expect(outcome(await at.ask({ orderID, paymentID, recordID, amount: 300 }))).toBe("422 FIELD_INVALID");
  expect(await at.returnedOf(reference)).toEqual([]);
});

test("a refund that ends after a bank took all of the money back ends too, and changes no figure", async () => {
  const { orderID, paymentID, reference } = await at.paidAt("paypal");
  await at.refundsAre("later");
  expect(await at.stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
  const returned = { reference, externalId: "REVERSAL1", refundNumber: "", amountMinor: 1200_00, note: "" };
  const { db, organization } = at.desk;
  const reversal = { provider: "paypal", returned: { ...returned, currency: "TWD" } } as const;
  expect(await bookReturn(db, organization.scope, reversal)).toBe("booked");
  await at.refundsAre("done");
  // The platform reports the end at the second request.
  await settle();
  await settle();
  expect((await at.listOf(orderID)).list).toMatchObject([{ state: "done" }]);
  const order = await at.desk.detail(orderID);
  expect(order).toMatchObject({ status: "refunded", refunded: 1200, refundWaits: false });
  expect(order.history.filter(({ kind }) => kind === "refundUnbooked")).toMatchObject([{ amount: 200 }]);
});

test("a refund that fails unexpectedly delays no other", async () => {
  const [first, second] = [await at.paidAt("paypal"), await at.paidAt("shopline")];
  await at.refundsAre("lost");
  for (const { orderID, paymentID } of [first, second]) expect(await at.stateOf({ orderID, paymentID })).toBe("asked");
  await at.refundsAre("done");
  const failing = (gateway: PaymentGateway) => ({
    ...gateway,
    refunds: gateway.refunds && { ...gateway.refunds, refund: () => Promise.reject(new Error("A bug")) },
  });
  const gateways = at.refunding.gateways.map((one) => (one.provider === "paypal" ? failing(one) : one));
  await expect(settle({ ...at.refunding, gateways })).rejects.toThrow("A bug");
  expect((await at.listOf(second.orderID)).list).toMatchObject([{ state: "done" }]);
  expect((await at.listOf(first.orderID)).list).toMatchObject([{ state: "asked" }]);
  await settle();
  expect((await at.listOf(first.orderID)).list).toMatchObject([{ state: "done" }]);
});
