import type { CurrencyCode } from "@homeroom/contract/money";
import { type ConfirmStatus, type KeptReason, type OrderStatus, type PayMethod } from "@homeroom/contract/order-words";
import { payWithinMinutes } from "@homeroom/contract/orders";
import { AppError } from "#platform/errors/app-error";

/** The state of an order that each step depends on. Amounts are in minor units. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly confirmStatus: ConfirmStatus;
  readonly payMethod: PayMethod;
  readonly currency: CurrencyCode;
  readonly totalMinor: number;
  /** The amount that counts towards the order, and the refunded part. */
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly expiresAt: Date | null;
  /** When the customer showed a transfer; null: never. */
  readonly imageAt: Date | null;
}

/** A payment reported by a provider, in the terms that decide its outcome. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
}

export interface Figures {
  /** Still to be paid. */
  readonly openMinor: number;
  /** Paid beyond the total. */
  readonly excessMinor: number;
  /** The refundable amount. */
  readonly refundableMinor: number;
}

/** The derived amounts of an order: while it is pending or paid in full, `total = paid - refunded + open - excess`. */
export function figuresOf(order: Pick<OrderState, "status" | "totalMinor" | "paidMinor" | "refundedMinor">): Figures {
  const { status, totalMinor, paidMinor, refundedMinor } = order;
  const hereMinor = paidMinor - refundedMinor;
  return {
    openMinor: status === "pending" ? Math.max(totalMinor - hereMinor, 0) : 0,
    excessMinor: Math.max(hereMinor - totalMinor, 0),
    refundableMinor: hereMinor,
  };
}

/** The amount that covers the instalments of an order. Once all are paid, a refund makes none due again. */
export function coveringMinor({
  status,
  paidMinor,
  refundedMinor,
}: Pick<OrderState, "status" | "paidMinor" | "refundedMinor">): number {
  const wasPaid = status === "paid" || status === "refunded";
  return wasPaid ? paidMinor : paidMinor - refundedMinor;
}

/** When an order with this pay method times out if it is made or reopened now. */
export function expiryOf(payMethod: PayMethod, now: Date): Date | null {
  const minutes = payWithinMinutes[payMethod];
  return minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
}

/** A new order; a free one is paid immediately. */
export function newOrder(order: Pick<OrderState, "payMethod" | "currency" | "totalMinor">, now: Date): OrderState {
  const isFree = order.totalMinor === 0;
  return {
    ...order,
    status: isFree ? "paid" : "pending",
    confirmStatus: isFree ? "confirmed" : "unconfirmed",
    paidMinor: 0,
    refundedMinor: 0,
    expiresAt: isFree ? null : expiryOf(order.payMethod, now),
    imageAt: null,
  };
}

/** A transfer was shown and is not decided yet. */
export function awaitsCheck({ status, confirmStatus, imageAt }: OrderState): boolean {
  return status === "pending" && confirmStatus === "unconfirmed" && imageAt !== null;
}

/**
 * Whether an order is overdue. It is not while staff must act: a transfer waits to be checked, or some of the
 * money has arrived.
 */
export function isExpired(order: OrderState, now: Date): boolean {
  const { status, expiresAt, paidMinor, refundedMinor } = order;
  if (status !== "pending" || expiresAt === null || expiresAt > now) return false;
  return paidMinor === refundedMinor && !awaitsCheck(order);
}

/** The order, kept open until its customer can no longer pay with a number that they got; null if it is open as long anyway. */
export function openUntil(order: OrderState, until: Date): OrderState | null {
  const { status, expiresAt } = order;
  return status === "pending" && expiresAt !== null && expiresAt < until ? { ...order, expiresAt: until } : null;
}

/** The order after its time has run out. */
export function closed(order: OrderState): OrderState {
  return { ...order, status: "closed" };
}

/** The outcome of a payment of an order: it counts, or it is kept apart for this reason. */
export function keptReasonOf(order: OrderState, money: Money, now: Date): KeptReason | null {
  if (money.currency !== order.currency) return "currency";
  if (order.status === "paid") return "alreadyPaid";
  if (order.status !== "pending") return order.status;
  return isExpired(order, now) ? "closed" : null;
}

/** The order after receiving money that counts. Below the total it stays open; from the total on it is paid. */
export function afterPayment(order: OrderState, amountMinor: number): OrderState {
  const paidMinor = order.paidMinor + amountMinor;
  const after = { ...order, paidMinor };
  // Refunded money must be paid again before the order is paid.
  if (figuresOf(after).openMinor > 0) return after;
  return { ...after, status: "paid", confirmStatus: "confirmed" };
}

/**
 * The order after accepting an amount of its kept money: a closed or cancelled order is open again, with the full time
 * for the rest. Throws ORDER_STATE_CONFLICT for money in another currency, and for a paid order: its
 * excess can only be refunded.
 */
export function afterAcceptance(order: OrderState, money: Money, now: Date): OrderState {
  const takesMoney = order.status === "closed" || order.status === "cancelled" || order.status === "pending";
  if (!takesMoney || money.currency !== order.currency || money.amountMinor <= 0)
    throw new AppError("ORDER_STATE_CONFLICT");
  const isOpen = order.status === "pending";
  const open = isOpen ? order : { ...order, status: "pending" as const, expiresAt: expiryOf(order.payMethod, now) };
  return afterPayment(open, money.amountMinor);
}

/**
 * What confirming an order books: the open amount; null if already confirmed. Throws ORDER_EXPIRED after its time and
 * ORDER_STATE_CONFLICT if there is nothing to confirm.
 */
export function amountToConfirm(order: OrderState, now: Date): number | null {
  if (order.status === "paid") return null;
  requirePending(order, now);
  return figuresOf(order).openMinor;
}

/**
 * The order after its transfer was rejected: the customer has the full time once more. Null if
 * it was already rejected. Throws like `amountToConfirm`, and if it is paid.
 */
export function rejected(order: OrderState, now: Date): OrderState | null {
  if (order.status === "pending" && order.confirmStatus === "rejected") return null;
  requirePending(order, now);
  return { ...order, confirmStatus: "rejected", expiresAt: expiryOf(order.payMethod, now) };
}

/** The order after the customer, or staff for them, showed a transfer. Throws like `amountToConfirm`, and if it is paid. */
export function shown(order: OrderState, now: Date): OrderState {
  requirePending(order, now);
  return { ...order, confirmStatus: "unconfirmed", imageAt: now };
}

/**
 * The order once no shown transfer is waiting: an open one accepts payments again, with the full
 * time.
 */
export function checked(order: OrderState, now: Date): OrderState {
  if (order.status !== "pending") return order;
  const open = { ...order, imageAt: null };
  const until = expiryOf(order.payMethod, now);
  return (until && openUntil(open, until)) ?? open;
}

/**
 * The order with a new total after a new discount; an order that becomes free is paid. Throws ORDER_EXPIRED after its
 * time, and ORDER_STATE_CONFLICT if money has arrived or a transfer waits to be checked: both were for the old total.
 */
export function discounted(order: OrderState, totalMinor: number, now: Date): OrderState {
  requirePending(order, now);
  if (figuresOf(order).refundableMinor > 0 || awaitsCheck(order)) throw new AppError("ORDER_STATE_CONFLICT");
  if (totalMinor > 0) return { ...order, totalMinor };
  return { ...order, totalMinor, status: "paid", confirmStatus: "confirmed", expiresAt: null };
}

/**
 * The order after cancelling; null if it already is. Throws ORDER_EXPIRED after its time, and ORDER_STATE_CONFLICT if money
 * has arrived, which must be refunded first.
 */
export function cancelled(order: OrderState, now: Date): OrderState | null {
  if (order.status === "cancelled") return null;
  requirePending(order, now);
  if (figuresOf(order).refundableMinor > 0) throw new AppError("ORDER_STATE_CONFLICT");
  return { ...order, status: "cancelled" };
}

/**
 * The order after refunding an amount; refunding all money of a paid order makes it `refunded`. Throws
 * ORDER_STATE_CONFLICT for more than is left, and for a closed order.
 */
export function afterRefund(order: OrderState, amountMinor: number): OrderState {
  const { refundableMinor } = figuresOf(order);
  const isOpen = order.status === "paid" || order.status === "pending";
  if (!isOpen || amountMinor <= 0 || amountMinor > refundableMinor) throw new AppError("ORDER_STATE_CONFLICT");
  const refundedMinor = order.refundedMinor + amountMinor;
  const isAll = order.status === "paid" && refundedMinor === order.paidMinor;
  return { ...order, refundedMinor, status: isAll ? "refunded" : order.status };
}

function requirePending(order: OrderState, now: Date): void {
  if (order.status === "closed" || isExpired(order, now)) throw new AppError("ORDER_EXPIRED");
  if (order.status !== "pending") throw new AppError("ORDER_STATE_CONFLICT");
}
