import { AppError } from "#platform/errors/app-error";
import type { Order } from "../queries/orders.ts";

/**
 * Whether a refund leaves no part of a price that can only be refunded in full, as for purchases of organisations. Money
 * above the price may be refunded separately.
 */
export function isWholeRefund(order: Order, amountMinor: number): boolean {
  if (order.pay_type === "product" || order.status !== "paid") return true;
  const leftMinor = order.paid_minor - order.refunded_minor - amountMinor;
  return leftMinor <= 0 || leftMinor >= order.total_minor;
}

/** Throws ORDER_STATE_CONFLICT for a refund that leaves a part of such a price. */
export function requireWholeRefund(order: Order, amountMinor: number): void {
  if (!isWholeRefund(order, amountMinor)) throw new AppError("ORDER_STATE_CONFLICT");
}
