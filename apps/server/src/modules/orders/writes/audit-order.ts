import { fromMinor } from "@homeroom/contract/money";
import type { Order } from "../queries/orders.ts";

/** What the audit log says of an order. */
export function auditOf(order: Order): Record<string, unknown> {
  const amount = (minor: number) => fromMinor(minor, order.currency);
  return {
    currency: order.currency,
    amount: amount(order.gross_minor),
    discount: amount(order.discount_minor),
    ...(order.discount_reason && { discountReason: order.discount_reason }),
    tax: amount(order.tax_minor),
    total: amount(order.total_minor),
    payMethod: order.pay_method,
    status: order.status,
  };
}
