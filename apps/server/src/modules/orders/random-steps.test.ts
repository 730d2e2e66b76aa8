import fc from "fast-check";
import { expect, it } from "vitest";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "./actions/book-payment.ts";
import { closeExpired } from "./actions/end-unpaid-orders.ts";
import { openOrderDesk } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

type Step =
  | { kind: "notice"; reference: number; amount: number; currency: "HKD" | "TWD"; state: "paid" | "failed" }
  | { kind: "refund"; amount: number }
  | { kind: "discount"; percent: number }
  | { kind: "confirm" | "reject" | "cancel" | "timeout" | "acceptKept" | "refundKept" | "replaceReceipt" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("notice" as const),
    // Few references, so that notices are repeated and contradict one another.
    reference: fc.integer({ min: 1, max: 3 }),
    amount: fc.constantFrom(100, 700, 1200, 1500),
    currency: fc.constantFrom("HKD" as const, "HKD" as const, "HKD" as const, "TWD" as const),
    state: fc.constantFrom("paid" as const, "paid" as const, "failed" as const),
  }),
  fc.record({ kind: fc.constant("refund" as const), amount: fc.constantFrom(0.5, 100, 600, 1200) }),
  fc.record({ kind: fc.constant("discount" as const), percent: fc.constantFrom(0, 10, 33.33) }),
  fc.record({
    kind: fc.constantFrom(
      "replaceReceipt" as const,
      "confirm" as const,
      "reject" as const,
      "cancel" as const,
      "timeout" as const,
      "acceptKept" as const,
      "refundKept" as const,
    ),
  }),
);

let orders = 0;

it("keeps paid, refunded and open in agreement with the rows after each of random steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 8 }), async (rounds) => {
      const orderID = await desk.order();
      orders += 1;
      for (const steps of rounds) {
        // Steps of one round happen at the same time.
        await Promise.all(steps.map((one) => take(orderID, one)));
        await expectAgreement(orderID);
      }
    }),
    { numRuns: 12, seed: 20_261_124 },
  );
});

async function take(orderID: string, one: Step): Promise<void> {
  const answer = await request(orderID, one);
  // What the state of the order does not allow is refused; nothing breaks.
  if (answer) expect([200, 404, 409, 422]).toContain(answer.status);
}

async function request(orderID: string, one: Step): Promise<{ status: number } | null> {
  if (one.kind === "notice") {
    const { reference, amount, currency, state } = one;
    const notice = {
      provider: "paypal",
      reference: `${orders} ${reference}`,
      amountMinor: amount * 100,
      currency,
      state,
    };
    await bookPayment(desk.db, desk.organization.scope, { ...notice, orderID, receivedAt: new Date() });
    return null;
  }
  if (one.kind === "timeout") {
    await desk.expire(orderID);
    await closeExpired(desk.db, desk.organization.scope);
    return null;
  }
  if (one.kind === "refund") return desk.post("RefundOrder", { orderID, amount: one.amount, reason: "退班" });
  if (one.kind === "discount") return giveDiscount(orderID, one.percent);
  if (one.kind === "replaceReceipt") return replaceReceipt(orderID);
  if (one.kind === "cancel") return desk.get(`CancelOrder?orderID=${orderID}`);
  if (one.kind === "acceptKept" || one.kind === "refundKept") return settleKept(orderID, one.kind);
  const confirmStatus = one.kind === "confirm" ? "confirmed" : "rejected";
  return desk.post("ConfirmOrder", { orderID, confirmStatus, note: "" });
}

async function giveDiscount(orderID: string, value: number) {
  const { version } = await desk.detail(orderID);
  const discount = { kind: value === 0 ? "none" : "percent", value, reason: "兄弟姊妹優惠" };
  return desk.post("EditOrderDiscount", { orderID, discount, version });
}

async function replaceReceipt(orderID: string) {
  const { receipts } = await desk.detail(orderID);
  const receipt = receipts.find(({ voidTime }) => voidTime === null);
  const form = { orderID, recordID: receipt?.recordID, reason: "抬頭有誤", replace: true };
  return receipt ? desk.post("VoidReceipt", form) : null;
}

async function settleKept(orderID: string, kind: "acceptKept" | "refundKept") {
  const { payments } = await desk.detail(orderID);
  const kept = payments.find(({ keptReason }) => keptReason !== null);
  if (!kept) return null;
  const { recordID: paymentID, amount } = kept;
  if (kind === "acceptKept") return desk.post("AcceptPayment", { orderID, paymentID });
  return desk.post("RefundOrder", { orderID, paymentID, amount, reason: "退回" });
}

interface Sums {
  paid: number;
  refunded: number;
  total: number;
  status: string;
  counted: number;
  back: number;
  receipts: number;
  credited: number;
  overdrawn: number;
}

async function expectAgreement(orderID: string): Promise<void> {
  const { rows } = await desk.owner.query<Sums>(
    `select paid_minor::float8 as paid, refunded_minor::float8 as refunded, total_minor::float8 as total, status,
       (select coalesce(sum(amount_minor), 0)::float8 from payment p where p.order_id = o.order_id and kept_reason is null)
         + (select coalesce(sum(amount_minor), 0)::float8 from payment_acceptance a where a.order_id = o.order_id) as counted,
       (select coalesce(sum(amount_minor), 0)::float8 from refund r where r.order_id = o.order_id and payment_id is null) as back,
       (select count(*)::int from receipt c where c.order_id = o.order_id and kind = 'receipt'
         and voided_at is null) as receipts,
       (select coalesce(sum(amount_minor), 0)::float8 from receipt c where c.order_id = o.order_id and kind = 'creditNote'
         and voided_at is null) as credited,
       (select count(*)::int from payment p where p.order_id = o.order_id and amount_minor <
         coalesce((select sum(amount_minor) from refund r where r.payment_id = p.payment_id), 0)
         + coalesce((select amount_minor from payment_acceptance a where a.payment_id = p.payment_id), 0)) as overdrawn
     from sale_order o where order_number = $1`,
    [orderID],
  );
  const [sums] = rows;
  if (!sums) throw new Error("The order is gone");
  const { paid, refunded, total, status, counted, back, receipts, credited, overdrawn } = sums;
  expect({ paid, refunded, overdrawn }).toEqual({ paid: counted, refunded: back, overdrawn: 0 });
  const { open, excess } = await desk.detail(orderID);
  if (status === "pending") expect(paid - refunded + open * 100 - excess * 100).toBe(total);
  expect(receipts).toBe(["paid", "refunded"].includes(status) ? 1 : 0);
  expect(credited).toBeLessThanOrEqual(total);
}
