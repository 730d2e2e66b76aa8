import { z } from "zod";
import { RecordId } from "./ids.ts";
import { CurrencyCode } from "./money.ts";
import { keptReasons, orderEventKinds, paidMethods, receiptKinds } from "./order-words.ts";

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

/** Money of an order that came. */
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
  /** The part of kept money that counts towards the order after all. */
  accepted: z.number(),
  receivedTime: z.string(),
  recorder: z.string(),
});

/** What a customer was given for it. */
export const ReceiptRow = z.object({
  recordID: RecordId,
  kind: z.enum(receiptKinds),
  /** As it stands on the paper: R2026-000012. */
  number: z.string(),
  amount: z.number(),
  currency: CurrencyCode,
  createTime: z.string(),
  /** Whose name stands on it. */
  buyer: z.string(),
  /** Null: it is in force. */
  voidTime: z.string().nullable(),
  voidReason: z.string(),
});

/** An entry of the history of an order. */
export const OrderEvent = z.object({
  recordID: RecordId,
  kind: z.enum(orderEventKinds),
  amount: z.number().nullable(),
  currency: CurrencyCode.nullable(),
  /** How the money of a refund was returned; null: it is no refund. */
  method: z.enum(paidMethods).nullable(),
  note: z.string(),
  createTime: z.string(),
  /** Empty: the product itself, or a notice of a payment platform. */
  operator: z.string(),
});
