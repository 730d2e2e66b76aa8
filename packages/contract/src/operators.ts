import { z } from "zod";
import { adServiceTypes, serviceStatuses } from "./ad-services.ts";
import { paidPlans } from "./billing.ts";
import { endpoint } from "./endpoint.ts";
import { OrganizationId, RecordId } from "./ids.ts";
import { memberships } from "./member.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { PageRequest, pageOf } from "./paging.ts";

/**
 * What our people may grant a centre: days of a plan, messages, money, an ad budget, extra images each month, or gigabytes
 * of storage.
 */
export const grantKinds = ["days", "message", "money", "adBudget", "image", "storage"] as const;
export type GrantKind = (typeof grantKinds)[number];
export const grantLimits = { days: 366, amount: 1_000_000, reason: 200 } as const;

const Centre = z.object({
  organizationID: OrganizationId,
  name: z.string(),
  country: z.string(),
  membership: z.enum(memberships),
  plan: z.enum(["trial", ...paidPlans]),
  expireTime: z.string().nullable(),
  createTime: z.string(),
  currency: CurrencyCode,
  balance: z.number(),
  messages: z.number().int(),
  adBudget: z.number(),
  /** The usage of the plan's limits. */
  storage: z.object({ used: z.number().int(), limit: z.number().int() }),
  staff: z.object({ used: z.number().int(), limit: z.number().int() }),
  branches: z.object({ used: z.number().int(), limit: z.number().int() }),
  /** Orders for itself that wait for their money. */
  openOrders: z.number().int(),
});
export type CentreRow = z.infer<typeof Centre>;

const Report = z.object({
  /** The part of the amount that was spent. */
  spent: Amount,
  impressions: z.number().int().min(0).max(1_000_000_000),
  clicks: z.number().int().min(0).max(1_000_000_000),
  leads: z.number().int().min(0).max(1_000_000_000),
  note: z.string().trim().max(2000).default(""),
});

const OperatedService = z.object({
  recordID: RecordId,
  organizationID: OrganizationId,
  organizationName: z.string(),
  type: z.enum(adServiceTypes),
  amount: z.number(),
  currency: CurrencyCode,
  text: z.string(),
  status: z.enum(serviceStatuses),
  agreeTime: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  createTime: z.string(),
  version: z.number().int(),
});
export type OperatedService = z.infer<typeof OperatedService>;

const ListedPrice = z.object({
  priceID: RecordId,
  kind: z.enum(["subscription", "broadcast", "message", "graphic"]),
  plan: z.enum(paidPlans).nullable(),
  currency: CurrencyCode,
  paidMonths: z.number().int(),
  grantedMonths: z.number().int(),
  amount: z.number(),
  validFrom: z.iso.date(),
  /** The last day of a price that has no successor. */
  validUntil: z.iso.date().nullable(),
  /** Whether the price is current, past or future. */
  state: z.enum(["now", "past", "later"]),
});
export type ListedPrice = z.infer<typeof ListedPrice>;

/** A new price that replaces one of the list from a given day. Earlier orders keep their price. */
export const PriceForm = z.object({
  /** The first day of the new price. */
  recordID: RecordId,
  priceID: RecordId,
  amount: Amount,
  validFrom: z.iso.date(),
});

/** What a centre is granted, and why. */
export const GrantForm = z.object({
  recordID: RecordId,
  organizationID: OrganizationId,
  kind: z.enum(grantKinds),
  amount: z.number().positive().max(grantLimits.amount),
  reason: z.string().trim().min(1).max(grantLimits.reason),
});

/** A step of a service; ending it needs the report. */
export const ServiceChange = z.object({
  recordID: RecordId,
  organizationID: OrganizationId,
  version: z.number().int(),
  status: z.enum(["running", "finished", "stopped"]),
  report: Report.optional(),
});

/** The calls of the people who run the product: they see centres and their accounts, never their customers. */
export const operators = {
  centres: endpoint("POST /api_basic/Operator/CentreList", {
    summary: "The centres with plan, use and money, newest first.",
    access: "sys:operator:query",
    request: PageRequest.extend({
      keywords: z.string().trim().max(100).default(""),
      membership: z.array(z.enum(memberships)).max(memberships.length).default([]),
    }),
    response: pageOf(Centre),
  }),
  grant: endpoint("POST /api_basic/Operator/Grant", {
    summary: "Gives a centre days, messages, money or an ad budget, with a reason. Repeated, it is given once.",
    access: "sys:operator:edit",
    request: GrantForm,
    response: z.null(),
  }),
  prices: endpoint("POST /api_basic/Operator/PriceList", {
    summary: "All past, current and future prices, in the order of the products, newest first.",
    access: "sys:operator:query",
    request: z.object({}),
    response: z.object({ list: z.array(ListedPrice) }),
  }),
  changePrice: endpoint("POST /api_basic/Operator/ChangePrice", {
    summary:
      "Sets a new price from a certain day, today at the earliest, or corrects the one that begins on it. Repeated, it is set once.",
    access: "sys:operator:edit",
    request: PriceForm,
    response: z.null(),
    errors: ["FIELD_INVALID"],
  }),
  services: endpoint("POST /api_basic/Operator/ServiceList", {
    summary: "Ads to place for centres, oldest first; with a status, all that have it, newest first.",
    access: "sys:operator:query",
    request: PageRequest.extend({ status: z.enum(serviceStatuses).optional() }),
    response: pageOf(OperatedService),
  }),
  changeService: endpoint("POST /api_basic/Operator/ChangeService", {
    summary: "Begins a service, or ends it with its report; unspent money returns to the centre's ad budget.",
    access: "sys:operator:edit",
    request: ServiceChange,
    response: z.null(),
    errors: ["ORDER_STATE_CONFLICT", "STALE_DATA"],
  }),
};
