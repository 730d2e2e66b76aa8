import { bookPayment } from "@homeroom/server/modules/orders/actions/book-payment";
import { outcome } from "@homeroom/server/modules/orders/for-tests";
import { refundNumberOf } from "@homeroom/server/modules/orders/platform-refunds/rules";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { v7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../harness/free-port.ts";
import { openPaidOrders, type PaidOrders } from "./paid-orders.ts";

let at: PaidOrders;

beforeAll(async () => {
  const port = await freePort();
  at = await openPaidOrders(`http://127.0.0.1:${port}`);
  await at.desk.app.listen({ port, host: "127.0.0.1" });
});
afterAll(() => at?.stop());
afterEach(() => at.refundsAre("done"));

describe.each(["paypal", "shopline"] as const)("%s", (provider) => {
  // As the platform writes the amount.
  const amountOf = (dollars: number) => String(provider === "paypal" ? dollars : dollars * 100);

  test("money that is returned in the platform's console is recorded once, with its credit note", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    const { answered, refund } = await at.returnAt(reference, { amount: amountOf(500) });
    expect(answered).toBe(200);
    const order = await at.desk.detail(orderID);
    expect(order).toMatchObject({ status: "paid", refunded: 500 });
    expect(order.refunds).toMatchObject([{ amount: 500, method: provider, reference: refund.id }]);
    expect(order.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 1200],
      ["creditNote", 500],
    ]);
    const again = await Promise.all([1, 2, 3].map(() => at.returnAt(reference, { number: refund.id })));
    expect(again.map(({ answered: status }) => status)).toEqual([200, 200, 200]);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 500 });
    await at.returnAt(reference, { amount: amountOf(700) });
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "refunded", refunded: 1200 });
  });

  test("a notice of a refund that was requested here books nothing more", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    const recordID = v7();
    expect(await at.stateOf({ orderID, paymentID, recordID, amount: 300 })).toBe("done");
    const again = { number: refundNumberOf(recordID as never) };
    const answers = await Promise.all([1, 2, 3].map(() => at.returnAt(reference, again)));
    expect(answers.map(({ answered }) => answered)).toEqual([200, 200, 200]);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 300 });
    expect((await at.desk.detail(orderID)).refunds).toHaveLength(1);
  });

  test("a refund with an unknown result is done once its notice comes", async () => {
    const { orderID, paymentID, reference } = await at.paidAt(provider);
    const recordID = v7();
    await at.refundsAre("lost");
    expect(await at.stateOf({ orderID, paymentID, recordID, amount: 200 })).toBe("asked");
    // Another one in the meantime, which could be the requested one.
    expect((await at.returnAt(reference, { amount: amountOf(100) })).answered).toBe(503);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 0 });
    const { answered } = await at.returnAt(reference, { number: refundNumberOf(recordID as never) });
    expect(answered).toBe(200);
    expect((await at.listOf(orderID)).list).toMatchObject([{ state: "done", problem: "" }]);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 200 });
  });

  test("a refund that staff had recorded by hand is confirmed and not booked again, another one of the same amount is", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    const byHand = { orderID, amount: 400, reason: "搬家", method: provider };
    expect(outcome(await at.desk.post("RefundOrder", byHand))).toBe("200");
    const { answered, refund } = await at.returnAt(reference, { amount: amountOf(400) });
    expect(answered).toBe(200);
    const order = await at.desk.detail(orderID);
    expect(order).toMatchObject({ refunded: 400 });
    expect(order.history).toContainEqual(expect.objectContaining({ kind: "refundConfirmed", note: refund.id }));
    await at.returnAt(reference, { amount: amountOf(400) });
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 800 });
  });

  test("money that does not count towards its order goes back from there", async () => {
    const { orderID, payments } = await at.paidAt(provider, 2);
    const kept = payments.find(({ keptReason }) => keptReason !== null);
    await at.returnAt(kept?.reference ?? "");
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 0, hasKept: false });
  });

  test("money that the order does not have is recorded in its history, once, and changes no figure", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    const byHand = { orderID, amount: 1200, reason: "搬家", method: "cash" };
    expect(outcome(await at.desk.post("RefundOrder", byHand))).toBe("200");
    expect((await at.returnAt(reference)).answered).toBe(200);
    const order = await at.desk.detail(orderID);
    expect(order).toMatchObject({ status: "refunded", refunded: 1200 });
    expect(order.history.filter(({ kind }) => kind === "refundUnbooked")).toMatchObject([{ amount: 1200 }]);
  });

  test("a notice for a payment that is not booked yet is refused, so that it comes again", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    const { owner } = at.desk;
    await owner.query("update payment set reference = 'later' where reference = $1", [reference]);
    const early = await at.returnAt(reference, { amount: amountOf(500) });
    expect(early.answered).toBe(401);
    await owner.query("update payment set reference = $1 where reference = 'later'", [reference]);
    expect((await at.returnAt(reference, { number: early.refund.id })).answered).toBe(200);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 500 });
  });

  test("a payment with the same number in another organisation does not interfere", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    const { db, owner, organization } = at.desk;
    const other = await buildOrganization(db, "另一間中心");
    await owner.query(
      `insert into sale_order (organization_id, order_id, order_number, branch_id, buyer_name, currency, discount_kind,
         gross_minor, discount_minor, tax_minor, total_minor, pay_method, status, confirm_status)
       values ($1, $2, '2026112812345678', $3, '', 'TWD', 'none', 100, 0, 0, 100, 'paypal', 'pending', 'unconfirmed')`,
      [other.organizationId, v7(), other.branchIds[0]],
    );
    const booked = await bookPayment(db, other.scope, {
      ...{ provider, reference, orderID: "2026112812345678", amountMinor: 100, currency: "TWD" },
      ...{ state: "paid", receivedAt: new Date() },
    });
    expect(booked).toEqual({ outcome: "counted" });
    // So that the other one is found first.
    await owner.query("update payment set reference = 'moved' where reference = $1 and organization_id = $2", [
      reference,
      organization.organizationId,
    ]);
    await owner.query("update payment set reference = $1 where reference = 'moved'", [reference]);
    expect((await at.returnAt(reference, { amount: amountOf(500) })).answered).toBe(200);
    expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 500 });
  });

  test("a forged notice is refused", async () => {
    const { orderID, reference } = await at.paidAt(provider);
    expect((await at.returnAt(reference, { kind: "forged" })).answered).toBe(401);
    expect(await at.desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 0 });
  });
});

test("a payment that PayPal has partly returned before it is booked is booked with that part returned", async () => {
  const { orderID, review } = await at.agreedAt("paypal");
  const reference = await at.takenUnnoticed();
  const { refund } = await at.returnAt(reference, { amount: "500" });
  expect(await at.desk.detail(orderID)).toMatchObject({ status: "pending", payments: [] });
  await review();
  const order = await at.desk.detail(orderID);
  expect(order).toMatchObject({ status: "paid", refunded: 500, payments: [{ reference, amount: 1200 }] });
  expect(order.refunds).toMatchObject([{ amount: 500, method: "paypal", reference: refund.id }]);
  expect(order.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1200],
    ["creditNote", 500],
  ]);
  // PayPal repeats a notice that was refused before the payment was here.
  expect((await at.returnAt(reference, { number: refund.id })).answered).toBe(200);
  expect(await at.desk.detail(orderID)).toMatchObject({ refunded: 500 });
});

test("a payment that PayPal has returned completely before it is booked is not booked", async () => {
  const { orderID, review } = await at.agreedAt("paypal");
  await at.returnAt(await at.takenUnnoticed());
  await review();
  expect(await at.desk.detail(orderID)).toMatchObject({ status: "pending", payments: [], refunds: [] });
});
