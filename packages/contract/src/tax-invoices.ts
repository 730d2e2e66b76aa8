import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { InvoiceChoice, invoiceChoiceKinds } from "./invoice-choice.ts";
import { CurrencyCode } from "./money.ts";
import { OrderName, OrderNumber, orderAlsoNamed } from "./order-name.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** What we ask ECPay for: an invoice, an allowance (折讓) that reduces it, or voiding one of the two (作廢). */
export const taxInvoiceWays = ["invoice", "allowance", "voidInvoice", "voidAllowance"] as const;
export type TaxInvoiceWay = (typeof taxInvoiceWays)[number];

/** `asking`: a call is in progress, or its answer was lost and ECPay is asked for the outcome. */
export const taxInvoiceStates = ["waiting", "asking", "done", "failed"] as const;
export type TaxInvoiceState = (typeof taxInvoiceStates)[number];

/**
 * Why ECPay did not do it: the keys are wrong; something in the invoice is wrong (its own message says what); the buyer has
 * neither an e-mail address nor a phone; it did not answer, or there were too many calls.
 */
export const taxInvoiceProblems = ["keys", "refused", "noContact", "notSetUp", "rateLimited", "unavailable"] as const;
export type TaxInvoiceProblem = (typeof taxInvoiceProblems)[number];

const TaxInvoiceRow = z.object({
  recordID: RecordId,
  orderID: OrderNumber,
  leadName: z.string(),
  way: z.enum(taxInvoiceWays),
  state: z.enum(taxInvoiceStates),
  /** The number of the invoice or allowance; empty until ECPay has assigned it. */
  number: z.string(),
  amount: z.number(),
  currency: CurrencyCode,
  kind: z.enum(invoiceChoiceKinds),
  problem: z.enum(taxInvoiceProblems).nullable(),
  /** ECPay's own message. */
  detail: z.string(),
  attempts: z.number().int(),
  /** The next automatic attempt; null: none. */
  nextTime: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type TaxInvoiceRow = z.infer<typeof TaxInvoiceRow>;

export const taxInvoices = {
  list: endpoint("POST /api_users/Order/TaxInvoiceList", {
    summary: "The e-invoices of the orders that the caller can see, newest first, with their states.",
    access: "sale:order:query",
    request: PageRequest.extend({
      orderID: OrderName.optional(),
      /** Searches the numbers of the invoice and the order, and the lead's name. */
      keywords: z.string().trim().max(100).optional(),
      state: z.array(z.enum(taxInvoiceStates)).max(taxInvoiceStates.length).optional(),
    }),
    response: pageOf(TaxInvoiceRow),
  }),
  retry: endpoint("POST /api_users/Order/RetryTaxInvoice", {
    summary: "Requests a failed e-invoice from ECPay again. One that is pending or done stays unchanged.",
    access: "sale:order:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  choose: endpoint("POST /api_users/Order/ChooseInvoice", {
    summary:
      "Sets where the e-invoice of an order goes. A failed invoice is requested again with this choice; an issued one stays unchanged.",
    access: "sale:order:edit",
    request: z.object({ orderID: OrderName, invoice: InvoiceChoice }),
    alsoNamed: orderAlsoNamed,
    response: z.null(),
    errors: ["ORDER_STATE_CONFLICT"],
  }),
};
