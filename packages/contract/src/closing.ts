import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId } from "./ids.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { OrderNumber } from "./order-name.ts";
import { orderLimits } from "./orders.ts";

const day = z.iso.date();

/** What one person confirmed, or a platform reported, in one payment method and currency. */
const ClosingLine = z.object({
  /** Empty for a platform's notice. */
  person: z.string(),
  /** A pay method, or the platform that took it. */
  method: z.string(),
  currency: CurrencyCode,
  /** Payments and refunds. */
  count: z.number().int(),
  /** All money received, including money that does not count towards its order. */
  received: z.number(),
  kept: z.number(),
  refunded: z.number(),
});
export type ClosingLine = z.infer<typeof ClosingLine>;

const ClosingSum = z.object({
  currency: CurrencyCode,
  received: z.number(),
  kept: z.number(),
  refunded: z.number(),
  /** Received less refunded. */
  net: z.number(),
  /** The part of the net that is in the till. */
  cash: z.number(),
});
export type ClosingSum = z.infer<typeof ClosingSum>;

const Counted = z.object({ currency: CurrencyCode, amount: Amount });

const ClosingDay = z.object({
  branchID: BranchId,
  /** The branches that the caller may look at. */
  branches: z.array(z.object({ branchID: BranchId, name: z.string() })),
  day,
  lines: z.array(ClosingLine),
  sums: z.array(ClosingSum),
  /** Null: nobody has closed the day yet. */
  closing: z
    .object({
      closer: z.string(),
      closeTime: z.string(),
      note: z.string(),
      /** The cash that was counted. */
      counted: z.array(Counted),
      /** The figures at the time of closing; they differ from the day's figures if something was booked later. */
      sums: z.array(ClosingSum),
      isChanged: z.boolean(),
    })
    .nullable(),
});
export type ClosingDay = z.infer<typeof ClosingDay>;

const StatementPayment = z.object({
  orderID: OrderNumber,
  leadName: z.string(),
  amount: z.number(),
  day,
  reference: z.string(),
  payer: z.string(),
});
export type StatementPayment = z.infer<typeof StatementPayment>;

export const statementLimits = { rows: 2000 } as const;

export const closing = {
  day: endpoint("GET /api_users/Order/DailyClosing", {
    summary:
      "The payments and refunds of a day at a branch, by person and payment method; the session's branch and today unless named.",
    access: "sale:order:query",
    request: z.object({ branchID: BranchId.optional(), day: day.optional() }),
    response: ClosingDay,
  }),
  close: endpoint("POST /api_users/Order/CloseDay", {
    summary: "Stores the figures of a day at a branch with the counted cash. Repeating it replaces them.",
    access: "sale:order:confirm",
    request: z.object({
      branchID: BranchId,
      day,
      counted: z.array(Counted).max(8).default([]),
      note: z.string().trim().max(orderLimits.reason).default(""),
    }),
    response: z.null(),
  }),
  match: endpoint("POST /api_users/Order/MatchStatement", {
    summary: "Compares a bank statement (CSV or workbook) with the transfers booked at a branch. Nothing is stored.",
    access: "sale:order:confirm",
    body: "file",
    request: z.object({ branchID: BranchId.optional(), currency: CurrencyCode.optional() }),
    response: z.object({
      currency: CurrencyCode,
      /** Incoming money, in the order of the file. */
      rows: z.array(
        z.object({
          /** Its line in the file. */
          line: z.number().int(),
          day,
          amount: z.number(),
          text: z.string(),
          payment: StatementPayment.nullable(),
          /** The reference, the order number or the payer matches too, or no other transfer has this amount. */
          isSure: z.boolean(),
        }),
      ),
      /** Transfers that were booked on these days but are not in the statement. */
      missing: z.array(StatementPayment),
    }),
    file: { kinds: ["table"], maxBytes: 5 * 1024 * 1024 },
    errors: [
      "FILE_TOO_LARGE",
      "WRONG_FILE_FORMAT",
      "IMPORT_FILE_EMPTY",
      "IMPORT_FILE_TOO_MANY_ROWS",
      "IMPORT_QUOTE_NOT_CLOSED",
      "STATEMENT_NOT_READABLE",
    ],
  }),
};
