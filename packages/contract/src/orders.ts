import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { AccountId, BranchId, FileId, LeadId, RecordId } from "./ids.ts";
import { InvoiceChoice } from "./invoice-choice.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { InstalmentPlan, InstalmentRow } from "./order-instalments.ts";
import { OrderName, OrderNumber, orderAlsoNamed } from "./order-name.ts";
import { OrderEvent, OrderLine, PaymentRow, ReceiptRow, RefundRow } from "./order-parts.ts";
import {
  confirmStatuses,
  discountKinds,
  orderStatuses,
  type PayMethod,
  paidMethods,
  payMethods,
  payTypes,
  takenMethods,
} from "./order-words.ts";
import { PageRequest, pageOf } from "./paging.ts";

export const orderLimits = { items: 50, quantity: 9999, note: 2000, reason: 255, reference: 100, name: 100 } as const;

/** How long a customer has to pay, in minutes; null: until staff say otherwise. */
export const payWithinMinutes: Readonly<Record<PayMethod, number | null>> = {
  paypal: 30,
  card: 30,
  bankTransfer: 72 * 60,
  cash: null,
  other: null,
};

const text = (max: number) => z.string().trim().max(max);

const itemFields = {
  productID: RecordId.optional(),
  name: text(orderLimits.name).default(""),
  officialPrice: Amount.default(0),
  quantity: z.number().int().min(1).max(orderLimits.quantity),
};

/**
 * A product of the catalogue at its current price; or something else with a name and a price, if the caller's discounts have
 * no limit.
 */
const OrderItem = z.object(itemFields).refine(({ productID, name }) => productID !== undefined || name !== "", {
  message: "FIELD_INVALID",
  path: ["name"],
});

/**
 * A discount above 0 needs a reason. `value` is an amount, or a percentage of up to two decimals. A plain number is an
 * amount without a reason.
 */
export const GivenDiscount = z
  .object({
    kind: z.enum(discountKinds).default("none"),
    value: Amount.default(0),
    reason: text(orderLimits.reason).default(""),
  })
  .refine(({ kind, reason }) => kind === "none" || reason !== "", { message: "FIELD_INVALID", path: ["reason"] })
  .refine(({ kind, value }) => kind !== "percent" || value <= 100, {
    path: ["value"],
    params: { text: "highNumber", n: 100 },
  });

const Discount = z
  .union([
    Amount.transform((value) => ({ kind: value > 0 ? ("amount" as const) : ("none" as const), value, reason: "" })),
    GivenDiscount,
  ])
  .default({ kind: "none", value: 0, reason: "" });

const CoveredMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A percentage of up to two decimals. */
const TaxRate = z.number().min(0).max(30);

const priceFields = {
  items: z.array(OrderItem).min(1).max(orderLimits.items),
  discount: Discount,
  taxRate: TaxRate.default(0),
  /** Prices include the tax; otherwise it is added to them. */
  taxIncluded: z.boolean().default(true),
  /** Left out: that of the first product or, without a product, that of the organisation. */
  currency: CurrencyCode.optional(),
};

/** Only the server computes what an order costs; the form requests it with this. */
export const OrderPriceForm = z.object(priceFields);
export type OrderPriceForm = z.infer<typeof OrderPriceForm>;

/** A proposed `recordID` makes the create safe to repeat; so does the header Idempotency-Key. */
export const OrderForm = z.object({
  recordID: RecordId.optional(),
  leadId: LeadId,
  ...priceFields,
  payMethod: z.enum(payMethods),
  note: text(orderLimits.note).default(""),
  /** The month that is paid for (yyyy-MM), for formal receipts; by default the month of the order. */
  coveredMonth: CoveredMonth.optional(),
  /** Where the e-invoice goes, if e-invoices are issued. */
  invoice: InvoiceChoice.optional(),
  /** The days on which its instalments are due; left out: it is paid at once. */
  instalments: InstalmentPlan.default([]),
  /** The total from OrderPrice; no order is made if it has changed. */
  expectedTotal: Amount.optional(),
});
export type OrderForm = z.infer<typeof OrderForm>;

/** The form for people whose discounts are limited: they can only sell products of the catalogue. */
export const CatalogueOrderForm = OrderForm.extend({
  items: z
    .array(z.object({ ...itemFields, productID: RecordId }))
    .min(1)
    .max(orderLimits.items),
});

const OrderPrice = z.object({
  amount: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
  currency: CurrencyCode,
});
export type OrderPrice = z.infer<typeof OrderPrice>;

const OrderRow = OrderPrice.extend({
  recordID: RecordId,
  orderID: OrderNumber,
  leadId: LeadId.nullable(),
  /** The lead's name, or the one at the time of the order once the lead is erased. */
  leadName: z.string(),
  branchID: BranchId,
  branchName: z.string(),
  /** The names of what was bought. */
  productName: z.string(),
  quantity: z.number().int(),
  discountReason: z.string(),
  /** The amount that counts towards the order, the refunded part, and the amount still due. */
  paid: z.number(),
  refunded: z.number(),
  open: z.number(),
  /** The amount paid beyond the total. */
  excess: z.number(),
  /** The number of instalments; 0: paid at once. */
  instalmentCount: z.number().int(),
  /** The day on which the next instalment is due, and whether that day is over. */
  nextDueDate: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Money was received that does not count towards the order, and it was neither refunded nor accepted. */
  hasKept: z.boolean(),
  /** A payment platform was asked for a refund and has not reported the outcome yet. */
  refundWaits: z.boolean(),
  /** The method chosen when the order was made. */
  payMethod: z.enum(payMethods),
  /** The method of the latest payment; null if there is none. */
  paidMethod: z.enum(paidMethods).nullable(),
  payType: z.enum(payTypes),
  status: z.enum(orderStatuses),
  confirmStatus: z.enum(confirmStatuses),
  confirmNote: z.string(),
  /** A transfer proof is waiting to be checked. */
  awaitsCheck: z.boolean(),
  note: z.string(),
  expireTime: z.string().nullable(),
  payDate: z.string().nullable(),
  /** The number of the receipt; null before the order is paid. */
  invoice: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  creator: z.string(),
  updater: z.string(),
  version: z.number().int(),
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderDetail = OrderRow.extend({
  /** The month that is paid for, if one was given. */
  coveredMonth: z.string().nullable(),
  /** Where the e-invoice goes; null if not chosen. */
  invoiceChoice: InvoiceChoice.nullable(),
  /** Its instalments, if it is not paid at once. */
  instalments: z.array(InstalmentRow),
  /** As entered: an amount, or a percentage. */
  discountGiven: z.object({ kind: z.enum(discountKinds), value: z.number(), reason: z.string() }),
  taxRate: z.number(),
  taxIncluded: z.boolean(),
  items: z.array(OrderLine),
  payments: z.array(PaymentRow),
  refunds: z.array(RefundRow),
  /** The receipt and the credit notes, oldest first. */
  receipts: z.array(ReceiptRow),
  history: z.array(OrderEvent),
  /** The latest transfer proof; `proof`: its id for RejectTransfer, while it waits. */
  paymentImage: z
    .object({
      fileID: FileId,
      url: z.string(),
      proof: z.object({ recordID: RecordId, version: z.number().int() }).nullable(),
    })
    .nullable(),
  /** How many transfer proofs of this order wait. */
  waitingImages: z.number().int(),
  /** The server's clock, for the countdown. */
  serverTime: z.string(),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

const day = z.iso.date();

const orderFilters = {
  /** Searches the order number, the lead's name and the names of the products. */
  keywords: text(100).optional(),
  status: z.array(z.enum(orderStatuses)).max(orderStatuses.length).optional(),
  confirmStatus: z.array(z.enum(confirmStatuses)).max(confirmStatuses.length).optional(),
  /** How they were paid or, before any payment, how they are to be paid. */
  payMethod: z.array(z.enum(paidMethods)).max(paidMethods.length).optional(),
  leadId: LeadId.optional(),
  productID: RecordId.optional(),
  branchID: BranchId.optional(),
  /** Only those with an overdue instalment. */
  isOverdue: z.boolean().optional(),
  /** Only those with kept money. */
  hasKept: z.boolean().optional(),
  /** Only those with a refund in progress at a payment platform. */
  refundWaits: z.boolean().optional(),
  /** Made on these days, in the time zone of the branch. */
  startTime: day.optional(),
  endTime: day.optional(),
  /** Paid in full on these days, in the time zone of the branch. */
  payStart: day.optional(),
  payEnd: day.optional(),
  /** `salesID`: orders of this person's leads. `mine`: orders of the caller's own and of unassigned leads. */
  salesID: AccountId.optional(),
  mine: z.boolean().optional(),
};
export const OrderFilters = z.object(orderFilters);
export type OrderFilters = z.infer<typeof OrderFilters>;

const named = z.object({ orderID: OrderName });
const alsoNamed = orderAlsoNamed;
const recordID = z.object({ recordID: RecordId });

export const orders = {
  list: endpoint("POST /api_users/Order/OrderList", {
    summary: "The orders of the leads that the caller can see, page by page.",
    access: "sale:order:query",
    request: PageRequest.extend({
      ...orderFilters,
      sortBy: z.enum(["createTime", "payDate", "total"]).default("createTime"),
      sortOrder: z.enum(["asc", "desc"]).default("desc"),
    }),
    response: pageOf(OrderRow),
  }),
  info: endpoint("GET /api_users/Order/OrderInfo", {
    summary: "An order with its lines, payments, refunds and history.",
    access: "sale:order:query",
    request: named,
    alsoNamed,
    response: OrderDetail,
  }),
  productChoices: endpoint("GET /api_users/Order/ProductChoices", {
    summary: "The products that can be sold today, in their order, and the currency and discounts that apply.",
    access: "sale:order:add",
    request: z.object({}),
    response: z.object({
      currency: CurrencyCode,
      /** Receipts are formal ones, which state the month that is paid for. */
      namesMonth: z.boolean(),
      /** E-invoices are issued for orders in Taiwan dollars. */
      givesInvoices: z.boolean(),
      /** The largest discount that the caller may give, in percent; null: no limit. With a limit, only products can be sold. */
      discountLimit: z.number().nullable(),
      list: z.array(z.object({ productID: RecordId, name: z.string(), price: z.number(), currency: CurrencyCode })),
    }),
  }),
  price: endpoint("POST /api_users/Order/OrderPrice", {
    summary: "The price of an order. Nothing is stored.",
    access: "sale:order:add",
    request: OrderPriceForm,
    response: OrderPrice,
    errors: ["DISCOUNT_OVER_LIMIT", "DISCOUNT_OVER_PRICE", "FREE_LINE_OVER_LIMIT"],
  }),
  add: endpoint("POST /api_users/Order/AddOrder", {
    summary: "Makes an order for a lead. An order that costs nothing is paid at once.",
    access: "sale:order:add",
    request: OrderForm,
    response: z.object({ recordID: RecordId, orderID: OrderNumber }),
    errors: ["DISCOUNT_OVER_LIMIT", "DISCOUNT_OVER_PRICE", "FREE_LINE_OVER_LIMIT", "ORDER_PRICE_CHANGED", "STALE_DATA"],
  }),
  confirm: endpoint("POST /api_users/Order/ConfirmOrder", {
    summary:
      "Confirms the open amount of an order, or of the next part due, as paid, or rejects what the customer showed as payment. Repeating it changes nothing.",
    access: "sale:order:confirm",
    request: named.extend({
      confirmStatus: z.enum(["confirmed", "rejected"]),
      /**
       * The instalment that was paid, as the caller saw it: one that is already paid is not booked again. Required if there
       * are any.
       */
      instalment: z.number().int().min(1).optional(),
      /** The amount due as the caller saw it; nothing is booked if it has changed. */
      amount: Amount.optional(),
      /** How it was paid; left out: by the chosen method. */
      payMethod: z.enum(takenMethods).optional(),
      note: text(orderLimits.reason).default(""),
    }),
    alsoNamed,
    response: z.null(),
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT", "STALE_DATA"],
  }),
  editNote: endpoint("POST /api_users/Order/EditOrderNote", {
    summary: "Changes the note of an order, in any state.",
    access: "sale:order:edit",
    request: named.extend({ note: text(orderLimits.note), version: z.number().int() }),
    alsoNamed,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
  acceptPayment: endpoint("POST /api_users/Order/AcceptPayment", {
    summary:
      "Counts kept money towards its order. A closed or cancelled order opens again. Repeating it changes nothing.",
    access: "sale:order:confirm",
    request: named.extend({ paymentID: RecordId }),
    alsoNamed,
    response: z.null(),
    errors: ["ORDER_STATE_CONFLICT", "REFUND_IN_PROGRESS", "STALE_DATA"],
  }),
  cancel: endpoint("GET /api_users/Order/CancelOrder", {
    summary: "Cancels an unpaid order. An already cancelled one stays so.",
    access: "sale:order:cancel",
    request: named,
    alsoNamed,
    response: z.null(),
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT"],
  }),
  refund: endpoint("POST /api_users/Order/RefundOrder", {
    summary:
      "Records a refund of a payment, or of kept money. An order whose whole money was refunded becomes refunded.",
    access: "sale:order:refund",
    request: named.extend({
      /** A proposed id makes the call safe to repeat. So does the header Idempotency-Key. */
      recordID: RecordId.optional(),
      /** A kept payment to refund; left out: the paid amount. */
      paymentID: RecordId.optional(),
      amount: Amount,
      reason: text(orderLimits.reason).min(1),
      /** How the money was returned; left out: the way it was paid. */
      method: z.enum(paidMethods).optional(),
      reference: text(orderLimits.reference).default(""),
    }),
    alsoNamed,
    response: recordID,
    errors: ["ORDER_STATE_CONFLICT", "REFUND_IN_PROGRESS", "STALE_DATA"],
  }),
  uploadImage: endpoint("POST /api_users/Order/UploadPaymentImage", {
    summary: "Stores the picture of a transfer with its order, which then waits until somebody confirms or rejects it.",
    access: ["sale:order:add", "sale:order:edit"],
    body: "file",
    request: named,
    alsoNamed,
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT", "FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  export: endpoint("POST /api_users/Order/ExportOrder", {
    summary: "The filtered orders, as a workbook or CSV, in the order in which they were made.",
    access: "sale:order:export",
    request: OrderFilters.extend({ format: z.enum(["xlsx", "csv"]).default("xlsx") }),
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
  invoice: endpoint("GET /api_users/Order/Invoice", {
    summary:
      "A receipt or credit note of an order as a PDF, in the caller's language; the receipt unless a number is sent.",
    access: "sale:order:query",
    request: named.extend({ recordID: RecordId.optional() }),
    alsoNamed,
    response: z.null(),
    answer: "binary",
  }),
};
