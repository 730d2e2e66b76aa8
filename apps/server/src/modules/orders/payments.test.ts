import { describe, expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { bookPayment, type NoticeOutcome, type PaymentNotice } from "./actions/book-payment.ts";
import { closeExpired, organizationsWithExpired } from "./actions/end-unpaid-orders.ts";
import { openOrderDesk, outcome } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

let references = 0;
const noticeOf = (orderID: string, more: Partial<PaymentNotice> = {}): PaymentNotice => ({
  provider: "paypal",
  reference: `capture-${++references}`,
  orderID,
  amountMinor: 120_000,
  currency: "HKD",
  state: "paid",
  receivedAt: new Date(),
  ...more,
});
const book = (notice: PaymentNotice): Promise<NoticeOutcome> => bookPayment(desk.db, desk.organization.scope, notice);
const confirm = (orderID: string, by?: string) =>
  desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", note: "已入帳" }, by);
const kinds = async (orderID: string) => (await desk.detail(orderID)).history.map(({ kind }) => kind);

describe("a notice of a payment", () => {
  const ready: Record<string, (orderID: string) => Promise<unknown>> = {
    pending: async () => undefined,
    paid: (orderID) => confirm(orderID),
    closed: async (orderID) => {
      await desk.expire(orderID);
      await closeExpired(desk.db, desk.organization.scope);
    },
    timedOut: (orderID) => desk.expire(orderID),
    cancelled: (orderID) => desk.get(`CancelOrder?orderID=${orderID}`),
  };

  it.each([
    ["pending", {}, { outcome: "counted" }, { status: "paid", paid: 1200, open: 0 }],
    ["pending", { amountMinor: 20_000 }, { outcome: "counted" }, { status: "pending", paid: 200, open: 1000 }],
    ["pending", { amountMinor: 150_000 }, { outcome: "counted" }, { status: "paid", paid: 1500, excess: 300 }],
    ["pending", { currency: "TWD" }, { outcome: "kept", reason: "currency" }, { status: "pending", paid: 0 }],
    ["paid", {}, { outcome: "kept", reason: "alreadyPaid" }, { status: "paid", paid: 1200, excess: 0 }],
    ["closed", {}, { outcome: "kept", reason: "closed" }, { status: "closed", paid: 0, open: 0 }],
    ["timedOut", {}, { outcome: "kept", reason: "closed" }, { status: "pending", paid: 0 }],
    ["cancelled", {}, { outcome: "kept", reason: "cancelled" }, { status: "cancelled", paid: 0 }],
    ["pending", { state: "failed" }, { outcome: "noted" }, { status: "pending", paid: 0, open: 1200 }],
    ["pending", { state: "pending" }, { outcome: "noted" }, { status: "pending", paid: 0, open: 1200 }],
  ] as const)("of an order that is %s, with %o, is %o", async (state, more, became, order) => {
    const orderID = await desk.order();
    await ready[state]?.(orderID);
    expect(await book(noticeOf(orderID, more))).toEqual(became);
    expect(await desk.detail(orderID)).toMatchObject(order);
    expect((await desk.detail(orderID)).hasKept).toBe(became.outcome === "kept");
  });

  it("books once, even if repeated or simultaneous", async () => {
    const orderID = await desk.order();
    const notice = noticeOf(orderID);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => book(notice)));
    expect(outcomes.map((one) => one.outcome).sort()).toEqual(["counted", "repeated", "repeated", "repeated"]);
    expect(await desk.detail(orderID)).toMatchObject({ paid: 1200, payments: [{ amount: 1200, provider: "paypal" }] });
    expect((await kinds(orderID)).filter((kind) => kind === "paid")).toHaveLength(1);
  });

  it("notifies the lead's sales, or the order's author, once: of a payment or one to check", async () => {
    const seller = await desk.signIn({ role: "sales" });
    const leadId = await buildLead(desk.db, desk.organization, { sales_id: seller.accountId });
    const [orderID, ofNobody] = [await desk.order({ leadId }), await desk.order({}, seller.token)];
    for (const reference of ["first", "first", "second"])
      await book(noticeOf(orderID, { reference: orderID + reference }));
    await book(noticeOf(orderID, { state: "failed", reference: `${orderID} failed` }));
    await book(noticeOf(ofNobody));
    await confirm(await desk.order({ leadId }));
    const { rows } = await desk.owner.query<{ payload: { orderID: string; what: string } }>(
      `select payload from outbox where event = 'order.customerActed' and payload->>'accountId' = $1 order by outbox_id`,
      [seller.accountId],
    );
    expect(rows.map(({ payload }) => [payload.orderID, payload.what])).toEqual([
      [orderID, "paid"],
      [orderID, "toCheck"],
      [ofNobody, "paid"],
    ]);
  });

  it("with a payment code keeps the order open until the code expires", async () => {
    const [orderID, cash] = [await desk.order({ payMethod: "card" }), await desk.order({ payMethod: "cash" })];
    const payableUntil = new Date(Date.now() + 3 * 86_400_000);
    for (const id of [orderID, cash]) {
      const numbered = noticeOf(id, { state: "pending", reference: `number ${id}`, payableUntil });
      expect([await book(numbered), await book(numbered)].map((one) => one.outcome)).toEqual(["noted", "repeated"]);
    }
    await book(noticeOf(orderID, { state: "pending", reference: "earlier", payableUntil: new Date() }));
    expect((await desk.detail(orderID)).expireTime).toBe(payableUntil.toISOString());
    expect((await desk.detail(cash)).expireTime).toBeNull();
    expect(await book(noticeOf(orderID, { reference: `number ${orderID}` }))).toEqual({ outcome: "counted" });
  });

  it("of a failure is recorded once and leaves the order open for another attempt", async () => {
    const orderID = await desk.order();
    const failed = noticeOf(orderID, { state: "failed" });
    expect([await book(failed), await book(failed)].map((one) => one.outcome)).toEqual(["noted", "repeated"]);
    expect(await book({ ...failed, state: "paid" })).toEqual({ outcome: "counted" });
  });

  it("with different data under the same reference books nothing and is shown", async () => {
    const orderID = await desk.order();
    const notice = noticeOf(orderID);
    await book(notice);
    expect(await book({ ...notice, amountMinor: 1 })).toEqual({ outcome: "contradicted" });
    expect(await book({ ...notice, amountMinor: 1 })).toEqual({ outcome: "contradicted" });
    expect((await kinds(orderID)).filter((kind) => kind === "contradicted")).toHaveLength(1);
    expect(await desk.detail(orderID)).toMatchObject({ paid: 1200 });
  });

  it("for another organisation's order is not booked", async () => {
    const orderID = await desk.order();
    const other = organizationScope("019a0000-0000-7000-8000-000000000001" as typeof desk.organization.organizationId);
    expect(await bookPayment(desk.db, other, noticeOf(orderID))).toEqual({ outcome: "unknownOrder" });
  });

  it("pays an order in parts", async () => {
    const orderID = await desk.order();
    await book(noticeOf(orderID, { amountMinor: 50_000 }));
    await book(noticeOf(orderID, { amountMinor: 70_000 }));
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", confirmStatus: "confirmed", paid: 1200 });
    expect(await kinds(orderID)).toEqual(["created", "partlyPaid", "paid"]);
  });
});

describe("money that was kept", () => {
  const accept = (orderID: string, paymentID: string, by?: string) =>
    desk.post("AcceptPayment", { orderID, paymentID }, by);
  const closedWith = async (more: Partial<PaymentNotice> = {}) => {
    const orderID = await desk.order();
    await desk.expire(orderID);
    await closeExpired(desk.db, desk.organization.scope);
    await book(noticeOf(orderID, more));
    const [payment] = (await desk.detail(orderID)).payments;
    return { orderID, paymentID: payment?.recordID ?? "" };
  };

  it("pays its closed order once, even by several people at once, with one receipt", async () => {
    const { orderID, paymentID } = await closedWith();
    const answers = await Promise.all([1, 2, 3].map(() => accept(orderID, paymentID)));
    expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
    const order = await desk.detail(orderID);
    expect(order).toMatchObject({ status: "paid", paid: 1200, open: 0, excess: 0, hasKept: false });
    expect(order.payments).toMatchObject([{ amount: 1200, accepted: 1200, keptReason: "closed" }]);
    expect(order.receipts).toMatchObject([{ kind: "receipt", amount: 1200 }]);
    expect(await kinds(orderID)).toEqual(["created", "closed", "paymentKept", "keptAccepted", "paid"]);
  });

  it("reopens its order if it is less than the total, or was partly refunded", async () => {
    const { orderID, paymentID } = await closedWith();
    await desk.post("RefundOrder", { orderID, paymentID, amount: 200, reason: "多付" });
    expect(outcome(await accept(orderID, paymentID))).toBe("200");
    const order = await desk.detail(orderID);
    expect(order).toMatchObject({ status: "pending", paid: 1000, refunded: 0, open: 200, hasKept: false });
    expect(Date.parse(order.expireTime ?? "")).toBeGreaterThan(Date.now());
    const again = { orderID, paymentID, amount: 1, reason: "x" };
    expect(outcome(await desk.post("RefundOrder", again))).toBe("409 ORDER_STATE_CONFLICT");
    expect(outcome(await confirm(orderID))).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", paid: 1200 });
  });

  it("is refused if it cannot be booked", async () => {
    const foreign = await closedWith({ currency: "TWD" });
    expect(outcome(await accept(foreign.orderID, foreign.paymentID))).toBe("409 ORDER_STATE_CONFLICT");
    const paid = await desk.order();
    await confirm(paid);
    await book(noticeOf(paid));
    const twice = (await desk.detail(paid)).payments.find(({ keptReason }) => keptReason);
    expect(outcome(await accept(paid, twice?.recordID ?? ""))).toBe("409 ORDER_STATE_CONFLICT");
    expect(outcome(await accept(paid, foreign.paymentID))).toBe("404 NOT_FOUND");
    const back = await closedWith();
    await desk.post("RefundOrder", { ...back, amount: 1200, reason: "退回" });
    expect(outcome(await accept(back.orderID, back.paymentID))).toBe("409 ORDER_STATE_CONFLICT");
    const { token } = await desk.signIn({ role: "sales" });
    expect(outcome(await accept(back.orderID, back.paymentID, token))).toBe("403 PERMISSION_DENIED");
  });
});

describe("confirming", () => {
  it("books the open amount once, even by two people at once", async () => {
    const orderID = await desk.order();
    const { token } = await desk.signIn({ role: "admin" });
    const answers = await Promise.all([confirm(orderID), confirm(orderID, token), confirm(orderID)]);
    expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
    expect(await desk.detail(orderID)).toMatchObject({
      status: "paid",
      confirmStatus: "confirmed",
      confirmNote: "已入帳",
      paid: 1200,
      payments: [{ amount: 1200, provider: "staff" }],
    });
  });

  it("and a simultaneous notice pay the order once, and keep the excess money", async () => {
    const orderID = await desk.order();
    const [confirmed, booked] = await Promise.all([confirm(orderID), book(noticeOf(orderID))]);
    expect(outcome(confirmed)).toBe("200");
    const { paid, payments } = await desk.detail(orderID);
    expect(paid).toBe(1200);
    expect(payments).toHaveLength(booked.outcome === "counted" ? 1 : 2);
  });

  it("is refused after the time and for a cancelled order", async () => {
    const [late, cancelled] = [await desk.order(), await desk.order()];
    await desk.expire(late);
    await desk.get(`CancelOrder?orderID=${cancelled}`);
    expect(outcome(await confirm(late))).toBe("409 ORDER_EXPIRED");
    expect(outcome(await confirm(cancelled))).toBe("409 ORDER_STATE_CONFLICT");
  });

  it("rejecting restores the customer's full time once", async () => {
    const orderID = await desk.order();
    const reject = () => desk.post("ConfirmOrder", { orderID, confirmStatus: "rejected", note: "金額不符" });
    expect([outcome(await reject()), outcome(await reject())]).toEqual(["200", "200"]);
    expect(await desk.detail(orderID)).toMatchObject({ status: "pending", confirmStatus: "rejected" });
    expect(await kinds(orderID)).toEqual(["created", "rejected"]);
    expect(outcome(await confirm(orderID))).toBe("200");
    expect(outcome(await reject())).toBe("409 ORDER_STATE_CONFLICT");
  });
});

describe("the check for expired orders", () => {
  it("closes only expired orders, once", async () => {
    const [over, open, cash] = [
      await desk.order(),
      await desk.order({ payMethod: "paypal" }),
      await desk.order({ payMethod: "cash" }),
    ];
    await desk.expire(over);
    expect(await organizationsWithExpired(desk.db)).toContain(desk.organization.organizationId);
    await Promise.all([1, 2].map(() => closeExpired(desk.db, desk.organization.scope)));
    expect(await desk.detail(over)).toMatchObject({ status: "closed", open: 0 });
    expect(await kinds(over)).toEqual(["created", "closed"]);
    for (const orderID of [open, cash]) expect((await desk.detail(orderID)).status).toBe("pending");
    expect(await closeExpired(desk.db, desk.organization.scope)).toBe(0);
  });

  it("ignores orders that have money", async () => {
    const orderID = await desk.order();
    await book(noticeOf(orderID, { amountMinor: 1 }));
    await desk.expire(orderID);
    expect(await closeExpired(desk.db, desk.organization.scope)).toBe(0);
    expect((await desk.detail(orderID)).status).toBe("pending");
  });
});

describe("what was booked", () => {
  it("cannot be changed, and is removed only with the organisation", async () => {
    const orderID = await desk.order();
    await confirm(orderID);
    const tried = (statement: string) =>
      desk.db.transaction().execute(async (tx) => {
        const { CompiledQuery } = await import("kysely");
        await tx.executeQuery(
          CompiledQuery.raw(`select set_config('app.organization_id', '${desk.organization.organizationId}', true)`),
        );
        return Number((await tx.executeQuery(CompiledQuery.raw(statement))).numAffectedRows ?? 0);
      });
    for (const table of ["payment", "order_event", "order_line"]) {
      expect(await tried(`update ${table} set created_at = now()`).catch(() => 0)).toBe(0);
      expect(await tried(`delete from ${table}`)).toBe(0);
    }
    expect(await tried("delete from sale_order")).toBe(0);
    expect(await desk.detail(orderID)).toMatchObject({ paid: 1200 });
  });
});
