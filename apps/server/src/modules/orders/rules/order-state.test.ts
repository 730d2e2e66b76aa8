import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterPayment,
  afterRefund,
  amountToConfirm,
  awaitsCheck,
  cancelled,
  closed,
  figuresOf,
  isExpired,
  keptReasonOf,
  newOrder,
  type OrderState,
  rejected,
  shown,
} from "./order-state.ts";

const start = new Date("2026-11-02T02:00:00Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

const order = (changes: Partial<OrderState> = {}): OrderState => ({
  ...newOrder({ payMethod: "bankTransfer", currency: "HKD", totalMinor: 10_000 }, start),
  ...changes,
});

describe("the time to pay", () => {
  it.each([
    ["paypal", 30],
    ["card", 30],
    ["bankTransfer", 72 * 60],
  ] as const)("of %s is %i minutes", (payMethod, minutes) => {
    const made = newOrder({ payMethod, currency: "HKD", totalMinor: 100 }, start);
    expect(isExpired(made, after(minutes - 1))).toBe(false);
    expect(isExpired(made, after(minutes))).toBe(true);
  });

  it.each(["cash", "other"] as const)("of %s does not end", (payMethod) => {
    expect(newOrder({ payMethod, currency: "HKD", totalMinor: 100 }, start).expiresAt).toBeNull();
  });

  it("does not end while a transfer is waiting for a check or part of the money has arrived", () => {
    const late = after(100 * 60);
    expect(isExpired(shown(order(), start), late)).toBe(false);
    expect(isExpired(afterPayment(order(), 1), late)).toBe(false);
    const back = afterRefund(afterPayment(order(), 1), 1);
    expect(isExpired(back, late)).toBe(true);
  });

  it("starts again when a transfer is rejected", () => {
    const again = rejected(shown(order(), start), after(60));
    expect(again?.expiresAt).toEqual(after(60 + 72 * 60));
    expect(again && rejected(again, after(61))).toBeNull();
  });
});

describe("a payment of an order", () => {
  const money = { amountMinor: 10_000, currency: "HKD" } as const;

  it.each([
    ["that is pending", order(), money, null],
    ["in another currency", order(), { ...money, currency: "TWD" } as const, "currency"],
    ["that is paid", order({ status: "paid" }), money, "alreadyPaid"],
    ["that is closed", order({ status: "closed" }), money, "closed"],
    ["that is cancelled", order({ status: "cancelled" }), money, "cancelled"],
    ["that is refunded", order({ status: "refunded" }), money, "refunded"],
    ["whose time is over", order({ expiresAt: start }), money, "closed"],
  ] as const)("%s counts or is kept", (_name, of, given, reason) => {
    expect(keptReasonOf(of, given, start)).toBe(reason);
  });

  it.each([
    ["less", 9_999, "pending", { openMinor: 1, excessMinor: 0 }],
    ["all", 10_000, "paid", { openMinor: 0, excessMinor: 0 }],
    ["more", 10_001, "paid", { openMinor: 0, excessMinor: 1 }],
  ] as const)("of %s than the total", (_name, amount, status, figures) => {
    const paid = afterPayment(order(), amount);
    expect(paid.status).toBe(status);
    expect(figuresOf(paid)).toMatchObject(figures);
  });
});

describe("confirming", () => {
  it("books the open amount once", () => {
    const part = afterPayment(order(), 4_000);
    expect(amountToConfirm(part, start)).toBe(6_000);
    expect(amountToConfirm(afterPayment(part, 6_000), start)).toBeNull();
  });

  it.each(["closed", "cancelled", "refunded"] as const)("is refused for an order that is %s", (status) => {
    const name = status === "closed" ? "ORDER_EXPIRED" : "ORDER_STATE_CONFLICT";
    expect(() => amountToConfirm(order({ status }), start)).toThrow(name);
    expect(() => rejected(order({ status }), start)).toThrow(name);
    expect(() => shown(order({ status }), start)).toThrow(name);
  });

  it("is refused after the time limit, even if the order is not closed yet", () => {
    expect(() => amountToConfirm(order(), after(73 * 60))).toThrow("ORDER_EXPIRED");
  });
});

describe("cancelling", () => {
  it("is refused once money has arrived", () => {
    const part = afterPayment(order(), 1);
    expect(() => cancelled(part, start)).toThrow("ORDER_STATE_CONFLICT");
    expect(cancelled(afterRefund(part, 1), start)?.status).toBe("cancelled");
    expect(() => cancelled(order({ status: "paid" }), start)).toThrow("ORDER_STATE_CONFLICT");
    expect(cancelled(order({ status: "cancelled" }), start)).toBeNull();
  });
});

describe("a refund", () => {
  it("leaves the order paid until everything is refunded", () => {
    const paid = afterPayment(order(), 10_000);
    const part = afterRefund(paid, 4_000);
    expect(part.status).toBe("paid");
    expect(() => afterRefund(part, 6_001)).toThrow("ORDER_STATE_CONFLICT");
    expect(afterRefund(part, 6_000).status).toBe("refunded");
  });

  it("of an overpayment leaves the order paid", () => {
    const over = afterRefund(afterPayment(order(), 12_000), 2_000);
    expect(figuresOf(over)).toEqual({ openMinor: 0, excessMinor: 0, refundableMinor: 10_000 });
  });
});

describe("any sequence of steps of an order", () => {
  type Step = (state: OrderState, now: Date) => OrderState;
  const step = fc.oneof(
    fc.integer({ min: 1, max: 30_000 }).map(
      (amountMinor): Step =>
        (state, now) => {
          const kept = keptReasonOf(state, { amountMinor, currency: state.currency }, now);
          return kept ? state : afterPayment(state, amountMinor);
        },
    ),
    fc.integer({ min: 1, max: 30_000 }).map(
      (amount): Step =>
        (state) =>
          afterRefund(state, amount),
    ),
    fc.constant<Step>((state, now) => {
      const amount = amountToConfirm(state, now);
      return amount === null ? state : afterPayment(state, amount);
    }),
    fc.constant<Step>((state, now) => rejected(state, now) ?? state),
    fc.constant<Step>((state, now) => shown(state, now)),
    fc.constant<Step>((state, now) => cancelled(state, now) ?? state),
    fc.constant<Step>((state, now) => (isExpired(state, now) ? closed(state) : state)),
  );
  const anyWay = fc.record({
    payMethod: fc.constantFrom("paypal" as const, "bankTransfer" as const, "cash" as const),
    totalMinor: fc.integer({ min: 0, max: 20_000 }),
    steps: fc.array(fc.tuple(step, fc.integer({ min: 0, max: 40 * 60 })), { maxLength: 12 }),
  });

  it("keeps its amounts correct, never leaves a final state, and never refunds more than was paid", () => {
    fc.assert(
      fc.property(anyWay, ({ payMethod, totalMinor, steps }) => {
        let state = newOrder({ payMethod, currency: "HKD", totalMinor }, start);
        let minutes = 0;
        for (const [apply, waited] of steps) {
          minutes += waited;
          const before = state;
          state = tried(apply, state, after(minutes));
          if (["closed", "cancelled", "refunded"].includes(before.status)) expect(state).toEqual(before);
          expectSound(state);
        }
      }),
      { numRuns: 500 },
    );
  });

  function tried(apply: Step, state: OrderState, now: Date): OrderState {
    try {
      return apply(state, now);
    } catch (error) {
      expect(String(error)).toMatch(/ORDER_EXPIRED|ORDER_STATE_CONFLICT/);
      return state;
    }
  }

  function expectSound(state: OrderState): void {
    const { openMinor, excessMinor, refundableMinor } = figuresOf(state);
    const { status, paidMinor, refundedMinor, totalMinor } = state;
    expect(Math.min(openMinor, excessMinor, refundableMinor, refundedMinor)).toBeGreaterThanOrEqual(0);
    if (status === "pending") expect(paidMinor - refundedMinor + openMinor - excessMinor).toBe(totalMinor);
    if (status === "pending") expect(openMinor).toBeGreaterThan(0);
    if (status === "paid") expect(paidMinor).toBeGreaterThanOrEqual(totalMinor);
    if (status === "closed" || status === "cancelled") expect(refundableMinor).toBe(0);
    if (status === "refunded") expect(refundableMinor).toBe(0);
    if (awaitsCheck(state)) expect(status).toBe("pending");
  }
});
