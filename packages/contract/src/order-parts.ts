import { z } from "zod";
import { RecordId } from "./ids.ts";
import { CurrencyCode } from "./money.ts";
import { keptReasons, orderEventKinds, paidMethods, receiptKinds } from "./order-words.ts";

/** A line of an order. */
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
  /** A refund of kept money; null: of the paid amount. */
  paymentID: RecordId.nullable(),
  createTime: z.string(),
  creator: z.string(),
});

/** A payment of an order. */
export const PaymentRow = z.object({
  recordID: RecordId,
  provider: z.string(),
  method: z.enum(paidMethods),
  reference: z.string(),
  amount: z.number(),
  currency: CurrencyCode,
  /** Null: it counts towards the order. */
  keptReason: z.enum(keptReasons).nullable(),
  refunded: z.number(),
  /** The part of kept money that was later counted towards the order. */
  accepted: z.number(),
  receivedTime: z.string(),
  recorder: z.string(),
});

/** A receipt or credit note for the customer. */
export const ReceiptRow = z.object({
  recordID: RecordId,
  kind: z.enum(receiptKinds),
  /** As printed: R2026-000012. */
  number: z.string(),
  amount: z.number(),
  currency: CurrencyCode,
  createTime: z.string(),
  /** The name on it. */
  buyer: z.string(),
  /** Null: it is valid. */
  voidTime: z.string().nullable(),
  voidReason: z.string(),
});

/** An entry of the history of an order. */
export const OrderEvent = z.object({
  recordID: RecordId,
  kind: z.enum(orderEventKinds),
  amount: z.number().nullable(),
  currency: CurrencyCode.nullable(),
  /** How the money of a refund was returned; null if it is not a refund. */
  method: z.enum(paidMethods).nullable(),
  note: z.string(),
  createTime: z.string(),
  /** Empty: the product itself, or a payment notice. */
  operator: z.string(),
});
