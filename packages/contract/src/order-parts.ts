import { z } from "zod";
import { RecordId } from "./ids.ts";
import { CurrencyCode } from "./money.ts";
import { paidMethods } from "./order-words.ts";

/** What was bought with an order. */
export const OrderLine = z.object({
  /** From 1. */
  position: z.number().int(),
  productID: RecordId.nullable(),
  name: z.string(),
  officialPrice: z.number(),
  quantity: z.number().int(),
  amount: z.number(),
  /** Its share of the order's discount. */
  discount: z.number(),
});

/** A refund of an order. */
export const RefundRow = z.object({
  recordID: RecordId,
  amount: z.number(),
  currency: CurrencyCode,
  reason: z.string(),
  /** How the money was returned, and the bank's or platform's reference; empty if none was given. */
  method: z.enum(paidMethods),
  reference: z.string(),
  /** Of money that was kept; null: of what was paid. */
  paymentID: RecordId.nullable(),
  createTime: z.string(),
  creator: z.string(),
});
