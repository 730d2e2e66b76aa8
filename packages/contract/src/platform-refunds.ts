import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { OrderName, orderAlsoNamed } from "./order-name.ts";
import { platformRefundStates, refundingProviders } from "./order-words.ts";
import { orderLimits } from "./orders.ts";

const PlatformRefundRow = z.object({
  recordID: RecordId,
  paymentID: RecordId,
  provider: z.enum(refundingProviders),
  amount: z.number(),
  currency: CurrencyCode,
  reason: z.string(),
  state: z.enum(platformRefundStates),
  /** The platform's last objection, in its own words; empty if none. */
  problem: z.string(),
  createTime: z.string(),
  creator: z.string(),
});
export type PlatformRefundRow = z.infer<typeof PlatformRefundRow>;

const Refundable = z.object({
  paymentID: RecordId,
  provider: z.enum(refundingProviders),
  /** The most that may be refunded, which may be less than the payment if some was already returned. */
  most: z.number(),
  currency: CurrencyCode,
});
export type Refundable = z.infer<typeof Refundable>;

export const platformRefunds = {
  list: endpoint("GET /api_users/Order/PlatformRefunds", {
    summary:
      "The refunds of an order that were requested from payment platforms, and the payments that a platform can refund now.",
    access: "sale:order:query",
    request: z.object({ orderID: OrderName }),
    alsoNamed: orderAlsoNamed,
    response: z.object({
      list: z.array(PlatformRefundRow),
      /** Empty while a refund is in progress. */
      refundable: z.array(Refundable),
    }),
  }),
  ask: endpoint("POST /api_users/Order/RefundByPlatform", {
    summary:
      "Has a payment platform refund money that it received. It is recorded as a refund once the platform has done it; a lost answer is asked for again. Repeated, it is the same refund.",
    access: "sale:order:refund",
    request: z.object({
      orderID: OrderName,
      /** A proposed id makes the call safe to repeat. So does the header Idempotency-Key. */
      recordID: RecordId.optional(),
      paymentID: RecordId,
      amount: Amount,
      reason: z.string().trim().min(1).max(orderLimits.reason),
    }),
    alsoNamed: orderAlsoNamed,
    response: PlatformRefundRow,
    errors: ["ORDER_STATE_CONFLICT", "REFUND_IN_PROGRESS", "FEATURE_NOT_SET_UP", "STALE_DATA"],
  }),
};
