import { AppError } from "#platform/errors/app-error";
import type { Order } from "../queries/orders.ts";

/**
 * What was sold to an organisation is given for its whole price, and taken back as a whole. Throws ORDER_STATE_CONFLICT where
 * a refund would leave a part of that price here; money beyond it may go back alone.
 */
export function requireWholeRefund(order: Order, amountMinor: number): void {
  if (order.pay_type === "product" || order.status !== "paid") return;
  const leftMinor = order.paid_minor - order.refunded_minor - amountMinor;
  if (leftMinor > 0 && leftMinor < order.total_minor) throw new AppError("ORDER_STATE_CONFLICT");
}
