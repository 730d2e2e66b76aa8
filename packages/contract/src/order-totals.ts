import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CurrencyCode } from "./money.ts";
import { OrderFilters } from "./orders.ts";

/** Totals of the orders that match a list's filters, in one currency. */
const OrderSummary = z.object({
  currency: CurrencyCode,
  count: z.number().int(),
  /** Of valid orders: neither cancelled nor timed out. */
  total: z.number(),
  paid: z.number(),
  refunded: z.number(),
  open: z.number(),
  /** Of instalments whose day is over. */
  overdue: z.number(),
  /** The totals of orders that were cancelled or timed out. */
  dropped: z.number(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

export const orderTotals = {
  totals: endpoint("POST /api_users/Order/OrderTotals", {
    summary: "The sums of all filtered orders, by currency: requested once for a list, not for each page.",
    access: "sale:order:query",
    request: OrderFilters,
    response: z.object({ list: z.array(OrderSummary) }),
  }),
};
