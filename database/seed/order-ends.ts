import { type ConfirmStatus, type OrderStatus, type PayMethod } from "@homeroom/contract/order-words";
import { payWithinMinutes } from "@homeroom/contract/orders";
import { day, hour, minute } from "./clock.ts";
import type { Random } from "./random.ts";

/** The outcome of an order, and its time. */
export interface EndOfOrder {
  payMethod: PayMethod;
  status: OrderStatus;
  confirmStatus: ConfirmStatus;
  madeAt: number;
  paidAt: number | null;
  /** Only a part was paid. */
  part: boolean;
  refund: "none" | "part" | "all";
  /** Money arrived after the end, or a second time. */
  lateAt: number | null;
  expiresAt: number | null;
  /** The time of the last event. */
  lastAt: number;
}

/** The outcome of a lead's order so far; null if it has none. */
export function endOf(
  random: Random,
  buyer: { askedAt: number; at: number; isDeal: boolean },
  now: number,
): EndOfOrder | null {
  return buyer.isDeal ? endOfDeal(random, buyer, now) : endOfOther(random, buyer.at, now);
}

/** A deal was paid when it was made; some were refunded since. */
function endOfDeal(random: Random, { at: paidAt, askedAt }: { at: number; askedAt: number }, now: number): EndOfOrder {
  const payMethod = newMethod(random);
  const refund = random.weighted({ none: 92, part: 4, all: 4 });
  const later = (most: number) => Math.min(now - minute, paidAt + random.between(hour, most));
  const lateAt = random.chance(0.02) ? later(day) : null;
  const refundedAt = refund === "none" ? null : later(20 * day);
  return {
    payMethod,
    status: refund === "all" ? "refunded" : "paid",
    confirmStatus: "confirmed",
    madeAt: Math.max(askedAt, paidAt - random.between(minute, 25 * minute)),
    paidAt,
    part: false,
    refund,
    lateAt,
    expiresAt: expiry(payMethod, paidAt),
    lastAt: Math.max(paidAt, lateAt ?? 0, refundedAt ?? 0),
  };
}

/** Of the others one in three has an order: open, timed out, cancelled, or paid in part. */
function endOfOther(random: Random, askedAt: number, now: number): EndOfOrder | null {
  if (!random.chance(0.33)) return null;
  const payMethod = newMethod(random);
  const madeAt = Math.min(now - 2 * minute, askedAt + random.between(hour, 3 * day));
  if (madeAt <= askedAt) return null;
  const expiresAt = expiry(payMethod, madeAt);
  const common = { payMethod, madeAt, paidAt: null, part: false, refund: "none", lateAt: null, expiresAt } as const;
  if (random.chance(0.2)) {
    const lastAt = Math.min(now - minute, madeAt + random.between(minute, 20 * minute));
    return { ...common, status: "cancelled", confirmStatus: "unconfirmed", lastAt };
  }
  if (expiresAt !== null && expiresAt < now) {
    const lateAt = random.chance(0.1) ? Math.min(now - minute, expiresAt + random.between(minute, day)) : null;
    const ended = lateAt !== null && lateAt <= expiresAt ? null : lateAt;
    return { ...common, status: "closed", confirmStatus: "unconfirmed", lateAt: ended, lastAt: ended ?? expiresAt };
  }
  const paidAt = random.chance(0.15) ? Math.min(now - minute, madeAt + random.between(minute, hour)) : null;
  const isRejected = paidAt === null && payMethod === "bankTransfer" && random.chance(0.3);
  const confirmStatus = isRejected ? "rejected" : "unconfirmed";
  return { ...common, status: "pending", confirmStatus, paidAt, part: paidAt !== null, lastAt: paidAt ?? madeAt };
}

function newMethod(random: Random): PayMethod {
  return random.weighted({ bankTransfer: 45, cash: 25, card: 18, paypal: 9, other: 3 });
}

function expiry(payMethod: PayMethod, madeAt: number): number | null {
  const minutes = payWithinMinutes[payMethod];
  return minutes === null ? null : madeAt + minutes * minute;
}
