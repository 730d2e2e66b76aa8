import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { InvoiceChoice } from "./invoice-choice.ts";
import { CurrencyCode } from "./money.ts";
import { InstalmentRow } from "./order-instalments.ts";
import { OrderName, OrderNumber, orderAlsoNamed } from "./order-name.ts";
import { type PaymentProvider, paymentProviders } from "./payment-platforms.ts";

/** The platforms with a payment page of their own; the other methods are bank transfers. */
export const gatewayProviders = ["paypal", "shopline", "ecpay"] as const satisfies readonly PaymentProvider[];
export type GatewayProvider = (typeof gatewayProviders)[number];

/** The state of an order as its customer sees it: `checking` while staff check a transfer proof. */
export const payStates = ["open", "checking", "paid", "refunded", "closed"] as const;
export type PayState = (typeof payStates)[number];

/** The numbers with which a customer pays at a bank or in a shop. */
const PayNumbers = z.object({
  kind: z.enum(["account", "code"]),
  /** For an account: the bank's code. */
  bankCode: z.string(),
  number: z.string(),
  /** In the platform's format and time zone. */
  expires: z.string(),
});
export type PayNumbers = z.infer<typeof PayNumbers>;

const PayWay = z.object({
  provider: z.enum(paymentProviders),
  bank: z
    .object({
      bankName: z.string(),
      bankCode: z.string(),
      accountName: z.string(),
      accountNumber: z.string(),
      instructions: z.string(),
    })
    .nullable(),
  /** The content of the QR code, and what to type where it cannot be scanned. */
  fps: z.object({ code: z.string(), fpsID: z.string(), payeeName: z.string() }).nullable(),
});
export type PayWay = z.infer<typeof PayWay>;

const PayPage = z.object({
  orderID: z.string(),
  organization: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  currency: CurrencyCode,
  total: z.number(),
  /** The amount due; for an order in instalments, of the next instalment. */
  open: z.number(),
  instalments: z.array(InstalmentRow),
  state: z.enum(payStates),
  /** Staff rejected the transfer proof. */
  isRejected: z.boolean(),
  expireTime: z.string().nullable(),
  serverTime: z.string(),
  /** There is a receipt to download. */
  hasReceipt: z.boolean(),
  /** The latest numbers that the customer was given. */
  numbers: PayNumbers.nullable(),
  /** Where the e-invoice goes; null where none is issued. */
  invoice: z.object({ choice: InvoiceChoice.nullable() }).nullable(),
  /** Empty unless the order is unpaid. */
  ways: z.array(PayWay),
});
export type PayPage = z.infer<typeof PayPage>;

/** The order and its key, from the address of its page: they give access to no other order. */
const link = { orderID: OrderNumber, key: z.string().regex(/^[\w-]{43}$/) };

export const payments = {
  link: endpoint("GET /api_users/Order/PayLink", {
    summary: "The address of the page on which the customer pays an order.",
    access: "sale:order:query",
    request: z.object({ orderID: OrderName }),
    alsoNamed: orderAlsoNamed,
    response: z.object({
      url: z.string(),
      /** Whether the page offers a way to pay in the order's currency. */
      hasWay: z.boolean(),
    }),
  }),
  page: endpoint("GET /api_basic/Payment/PayPage", {
    summary: "What the customer of an order sees: the amount and the payment methods.",
    access: "public",
    request: z.object(link),
    response: PayPage,
  }),
  start: endpoint("POST /api_basic/Payment/StartPayment", {
    summary: "Begins a payment; returns the address for the customer's browser and the data to post there.",
    access: "public",
    request: z.object({ ...link, provider: z.enum(gatewayProviders) }),
    response: z.object({ address: z.string(), fields: z.record(z.string(), z.string()).nullable() }),
    errors: [
      "ORDER_EXPIRED",
      "ORDER_STATE_CONFLICT",
      "FEATURE_NOT_SET_UP",
      "PAYMENT_PLATFORM_FAILED",
      "PAYMENT_REFUSED",
      "TOO_MANY_REQUESTS",
    ],
  }),
  chooseInvoice: endpoint("POST /api_basic/Payment/ChooseInvoice", {
    summary: "Sets where the e-invoice of an unpaid order goes, as its customer wants it.",
    access: "public",
    request: z.object({ ...link, invoice: InvoiceChoice }),
    response: PayPage,
    errors: ["ORDER_STATE_CONFLICT", "TOO_MANY_REQUESTS"],
  }),
  review: endpoint("POST /api_basic/Payment/ReviewPayment", {
    summary: "Asks the platforms about the payments of an order; what the returning browser says is not trusted.",
    access: "public",
    request: z.object(link),
    response: PayPage,
    errors: ["TOO_MANY_REQUESTS"],
  }),
  receipt: endpoint("GET /api_basic/Payment/PayReceipt", {
    summary: "The receipt of a paid order as a PDF, for its customer.",
    access: "public",
    request: z.object(link),
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
  showTransfer: endpoint("POST /api_basic/Payment/ShowTransfer", {
    summary: "Stores the customer's picture of a transfer; the order then waits for staff to check it.",
    access: "public",
    body: "file",
    request: z.object(link),
    response: PayPage,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT", "FILE_TOO_LARGE", "WRONG_FILE_FORMAT", "TOO_MANY_REQUESTS"],
  }),
};
