import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { RecordId } from "./ids.ts";
import { memberships } from "./member.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { OrderName, OrderNumber } from "./order-name.ts";
import { confirmStatuses, orderStatuses, paidMethods } from "./order-words.ts";
import { PageRequest, pageOf } from "./paging.ts";

export const paidPlans = ["basic", "advanced"] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** What the ledger of an organisation counts. */
export const ledgerUnits = ["money", "message", "image", "storage", "adBudget"] as const;
export type LedgerUnit = (typeof ledgerUnits)[number];

/** Where an amount is. `outside` is where it comes from. */
export const ledgerPlaces = ["outside", "available", "reserved", "used"] as const;
export type LedgerPlace = (typeof ledgerPlaces)[number];

export const ledgerCauses = [
  "trial",
  "recharge",
  "purchase",
  "payment",
  "grant",
  "refund",
  "broadcast",
  "adPlacement",
  "reservation",
  "release",
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

/** What is bought at a listed price; ads are ordered by calls of their own. */
export const planPurchaseKinds = ["subscription", "upgrade", "broadcast", "recharge"] as const;
export type PlanPurchaseKind = (typeof planPurchaseKinds)[number];
export const planOrderKinds = [...planPurchaseKinds, "adPlacement"] as const;
export type PlanOrderKind = (typeof planOrderKinds)[number];

/** How an organisation pays for itself. */
export const planPayMethods = ["card", "paypal", "bankTransfer"] as const;

/** The days in a month of a plan. */
export const daysOfMonth = 30;
/** The smallest and the largest recharge, in the currency's main unit. */
export const rechargeLimits = { least: 100, most: 1_000_000 } as const;
/** The share of a limit at which people are warned. */
export const warnAt = 0.8;

/** What a plan limits, or a package for messages. */
export const planUses = ["storage", "messages", "images", "staff", "branches"] as const;
export type PlanUse = (typeof planUses)[number];
/** The longest stretch for which use is shown, in days. */
const useHistoryDays = 365;

/**
 * Bytes of storage, pieces of everything else. The limit of messages is the number that was left when some were last
 * granted, or 0 if none ever were.
 */
const Use = z.object({ used: z.number().int(), limit: z.number().int() });
const plan = z.enum(paidPlans);

const Price = z.object({
  priceID: RecordId,
  kind: z.enum(["subscription", "broadcast", "message", "graphic"]),
  plan: plan.nullable(),
  paidMonths: z.number().int(),
  grantedMonths: z.number().int(),
  amount: z.number(),
  currency: CurrencyCode,
  /** For a package: the messages of all its months. */
  messages: z.number().int(),
});
export type PlanPrice = z.infer<typeof Price>;

const Terms = z.object({
  plan: z.enum(["trial", ...paidPlans]),
  storage: z.number().int(),
  images: z.number().int(),
  staff: z.number().int(),
  branches: z.number().int(),
});
export type PlanTerms = z.infer<typeof Terms>;

const Invoice = z.object({
  plan,
  months: z.number().int(),
  amount: z.number(),
  currency: CurrencyCode,
  /** When the plan ends unless this is paid. */
  dueTime: z.string(),
});

const AccountInfo = z.object({
  membership: z.enum(memberships),
  /** The current plan, or the last one if it has ended. */
  plan: z.enum(["trial", ...paidPlans]),
  expireTime: z.string().nullable(),
  /** Until when everything still works after the end. */
  graceTime: z.string().nullable(),
  /** When the data of an organisation that does not pay are removed. */
  removalTime: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  serverTime: z.string(),
  currency: CurrencyCode,
  /** What may be spent, and what is reserved for something under way. */
  balance: z.number(),
  reserved: z.number(),
  messages: z.number().int(),
  reservedMessages: z.number().int(),
  adBudget: z.number(),
  /** The number of messages that packages and balance allow; null if they are not sold one by one. */
  enoughMessages: z.number().int().nullable(),
  /** The same as a number of broadcasts of the size of the last ones; null before the first. */
  enoughBroadcasts: z.number().int().nullable(),
  uses: z.object({ storage: Use, messages: Use, images: Use, staff: Use, branches: Use }),
  /** The price of renewing; null if there is nothing to renew. */
  nextInvoice: Invoice.nullable(),
  /** Plans that are paid for and begin later. */
  upcoming: z.array(z.object({ plan, startTime: z.string(), endTime: z.string() })),
  canBuy: z.boolean(),
});
export type AccountInfo = z.infer<typeof AccountInfo>;

const purchase = {
  kind: z.enum(planPurchaseKinds),
  /** For a subscription or an upgrade. */
  planID: plan.optional(),
  /** Months to pay for; more may be granted. */
  months: z.number().int().min(1).max(60).optional(),
  /** For a recharge. */
  amount: Amount.optional(),
};
export const PlanPurchase = z.object(purchase);
export type PlanPurchase = z.infer<typeof PlanPurchase>;

const Quote = z.object({
  kind: z.enum(planPurchaseKinds),
  amount: z.number(),
  currency: CurrencyCode,
  plan: plan.nullable(),
  /** The time on the plan that is bought or changed. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** Days that are added; for an upgrade, the days that change plan. */
  days: z.number().int(),
  messages: z.number().int(),
  /** The parts of the amount: positive to pay, negative deducted. */
  lines: z.array(
    z.object({
      kind: z.enum(["price", "unusedDays", "newDays", "recharge"]),
      days: z.number().int(),
      amount: z.number(),
    }),
  ),
});
export type PlanQuote = z.infer<typeof Quote>;

const OrderRow = z.object({
  recordID: RecordId,
  orderID: OrderNumber.nullable(),
  kind: z.enum(planOrderKinds),
  title: z.string(),
  amount: z.number(),
  currency: CurrencyCode,
  payMethod: z.enum(planPayMethods),
  /** How it was paid, which may differ from the chosen way; null: not paid. */
  paidMethod: z.enum(paidMethods).nullable(),
  status: z.enum(orderStatuses),
  confirmStatus: z.enum(confirmStatuses),
  /** A transfer proof was uploaded and waits to be confirmed. */
  awaitsCheck: z.boolean(),
  expireTime: z.string().nullable(),
  createTime: z.string(),
  payDate: z.string().nullable(),
  hasInvoice: z.boolean(),
  payUrl: z.string().nullable(),
});
export type PlanOrderRow = z.infer<typeof OrderRow>;

const EntryRow = z.object({
  recordID: RecordId,
  unit: z.enum(ledgerUnits),
  cause: z.enum(ledgerCauses),
  /** Below zero if it was spent. */
  amount: z.number(),
  /** The amount available afterwards. */
  balance: z.number(),
  currency: CurrencyCode,
  note: z.string(),
  createTime: z.string(),
});
export type LedgerRow = z.infer<typeof EntryRow>;

const UseDay = Use.extend({ date: z.string() });
export type PlanUseDay = z.infer<typeof UseDay>;

/** By its id, or by the number that people see. */
const order = z.object({ recordID: OrderName });
const byNumber = { orderID: "recordID" };

/** The organisation's own account: its plan, its balance and its purchases. */
export const billing = {
  plans: endpoint("GET /api_basic/Payment/PlanList", {
    summary: "The plans with what each allows, and today's prices.",
    access: "bill:plan:query",
    request: z.object({}),
    response: z.object({ plans: z.array(Terms), prices: z.array(Price), currency: CurrencyCode }),
  }),
  account: endpoint("GET /api_basic/Payment/AccountInfo", {
    summary: "The plan, its remaining time, the balance, and use against its limits.",
    access: ["bill:plan:query", "bill:recharge:query"],
    request: z.object({}),
    response: AccountInfo,
  }),
  uses: endpoint("POST /api_basic/Payment/UseHistory", {
    summary: "The use of a limit, day by day, oldest first; the last day is today so far.",
    access: ["bill:plan:query", "bill:recharge:query"],
    request: z.object({ use: z.enum(planUses), days: z.number().int().min(1).max(useHistoryDays).default(90) }),
    response: z.object({ list: z.array(UseDay) }),
  }),
  bank: endpoint("GET /api_basic/Payment/BankInfo", {
    summary: "The account for bank transfers; null where transfers are not accepted.",
    access: ["bill:plan:buy", "bill:recharge:add"],
    request: z.object({}),
    response: z
      .object({
        bankName: z.string(),
        bankCode: z.string(),
        accountName: z.string(),
        accountNumber: z.string(),
        instructions: z.string(),
      })
      .nullable(),
  }),
  preview: endpoint("POST /api_basic/Payment/PreviewOrder", {
    summary: "The price and the content of a purchase, before it is ordered.",
    access: ["bill:plan:buy", "bill:recharge:add"],
    request: PlanPurchase,
    response: Quote,
    errors: ["ORDER_STATE_CONFLICT", "TOPUP_AMOUNT_INVALID"],
  }),
  create: endpoint("POST /api_basic/Payment/CreateOrder", {
    summary: "Orders a plan, an upgrade, messages or a recharge. A paid order takes effect at once.",
    access: ["bill:plan:buy", "bill:recharge:add"],
    request: z.object({
      /** May be proposed by the caller, so that a create can be repeated safely. */
      recordID: RecordId.optional(),
      ...purchase,
      payMethod: z.enum(planPayMethods),
      /** The amount of the preview; nothing is ordered if it has changed. */
      expectedAmount: Amount.optional(),
    }),
    response: OrderRow,
    errors: ["ORDER_STATE_CONFLICT", "TOPUP_AMOUNT_INVALID", "FEATURE_NOT_SET_UP", "STALE_DATA"],
  }),
  status: endpoint("GET /api_basic/Payment/OrderStatus", {
    summary: "The state of an order; a paid one takes effect.",
    access: ["bill:plan:query", "bill:recharge:query"],
    request: order,
    alsoNamed: byNumber,
    response: OrderRow,
  }),
  cancel: endpoint("GET /api_basic/Payment/CancelOrder", {
    summary: "Cancels an order that is not paid.",
    access: ["bill:plan:buy", "bill:recharge:add"],
    request: order,
    alsoNamed: byNumber,
    response: z.null(),
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT"],
  }),
  orders: endpoint("POST /api_basic/Payment/OrderList", {
    summary: "What the organisation ordered for itself, newest first.",
    access: "bill:plan:query",
    request: PageRequest,
    response: pageOf(OrderRow),
  }),
  recharges: endpoint("POST /api_basic/Payment/RechargeList", {
    summary: "The recharges, newest first.",
    access: "bill:recharge:query",
    request: PageRequest,
    response: pageOf(OrderRow),
  }),
  expenses: endpoint("POST /api_basic/Payment/ExpenseList", {
    summary: "What was spent from the balance, from messages and from the ad budget, newest first.",
    access: "bill:expense:query",
    request: PageRequest.extend({ unit: z.enum(ledgerUnits).optional() }),
    response: pageOf(EntryRow),
  }),
  uploadImage: endpoint("POST /api_basic/Payment/UploadTransferImage", {
    summary: "Stores the picture of a bank transfer; the order waits until the seller confirms it.",
    access: ["bill:plan:buy", "bill:recharge:add"],
    body: "file",
    request: order,
    alsoNamed: byNumber,
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    errors: ["ORDER_EXPIRED", "ORDER_STATE_CONFLICT", "FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  invoice: endpoint("GET /api_basic/Payment/Invoice", {
    summary: "The receipt of a paid order as a PDF.",
    access: "bill:invoice:download",
    request: order,
    alsoNamed: byNumber,
    answer: "binary",
    response: z.null(),
  }),
};
