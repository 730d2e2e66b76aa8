import { z } from "zod";
import { planPayMethods } from "./billing.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { FileId, RecordId } from "./ids.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { OrderNumber } from "./order-name.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** What can be ordered: ads for leads or for traffic, or pictures and words made for them. */
export const adServiceTypes = ["leads", "traffic", "graphic"] as const;
export type AdServiceType = (typeof adServiceTypes)[number];

/** The states of the specification: waiting for us, running, finished, ended early. */
export const serviceStatuses = ["waiting", "running", "finished", "stopped"] as const;
export type ServiceStatus = (typeof serviceStatuses)[number];

/** Amounts in the account's currency: the first one for leads, and the steps of those after it. */
export const adAmounts = { firstLeads: 3000, leadsStep: 1000, trafficStep: 700, most: 1_000_000 } as const;
export const graphicLimits = { images: 2, characters: 500 } as const;

/**
 * Whether an amount may be ordered: for leads 3,000 or more at first and multiples of 1,000 after, for traffic multiples of
 * 700. The specification's rule.
 */
export function fitsAdAmount(type: Exclude<AdServiceType, "graphic">, amount: number, isFirst: boolean): boolean {
  const { firstLeads, leadsStep, trafficStep, most } = adAmounts;
  if (!Number.isInteger(amount) || amount <= 0 || amount > most) return false;
  if (type === "traffic") return amount % trafficStep === 0;
  return isFirst ? amount >= firstLeads : amount % leadsStep === 0;
}

const ServiceRow = z.object({
  recordID: RecordId,
  productName: z.string(),
  type: z.enum(adServiceTypes),
  amount: z.number(),
  currency: CurrencyCode,
  text: z.string(),
  images: z.array(z.object({ fileID: FileId, url: z.string().nullable() })),
  status: z.enum(serviceStatuses),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** When somebody of the organisation agreed to the terms. */
  agreeTime: z.string().nullable(),
  hasReport: z.boolean(),
  reportDate: z.string().nullable(),
  createTime: z.string(),
});
export type ServiceRow = z.infer<typeof ServiceRow>;

const AdOrder = z.object({
  recordID: RecordId,
  orderID: OrderNumber.nullable(),
  amount: z.number(),
  currency: CurrencyCode,
  expireTime: z.string().nullable(),
  payUrl: z.string().nullable(),
});

const service = z.object({ recordID: RecordId });
const topUp = {
  /** May be proposed by the caller, so that a create can be repeated safely. */
  recordID: RecordId.optional(),
  text: z.string().trim().max(graphicLimits.characters).default(""),
  images: z.array(FileId).max(graphicLimits.images).default([]),
};

/** An order of ads, or of the graphic package. */
export const AdTopUp = z.object({
  ...topUp,
  type: z.enum(adServiceTypes),
  /** For ads only; the graphic package has a fixed price. */
  amount: Amount.optional(),
  payMethod: z.enum(planPayMethods).default("bankTransfer"),
});

/** Ad placement that our people do for a centre: the orders and their results. */
export const adServices = {
  offer: endpoint("GET /api_basic/Payment/AdOffer", {
    summary: "What can be ordered now: the minimum amounts, the price of the graphic package, and the ad budget.",
    access: "ad:topup:query",
    request: z.object({}),
    response: z.object({
      currency: CurrencyCode,
      /** True until the centre has paid for ads for leads once. */
      isFirst: z.boolean(),
      /** Null: the package is not sold in this currency. */
      graphicPrice: z.number().nullable(),
      adBudget: z.number(),
      canBuy: z.boolean(),
    }),
  }),
  topUp: endpoint("POST /api_basic/Payment/AdTopup", {
    summary: "Orders an ad placement or the graphic package. Once it is paid, it waits for the operators.",
    access: "ad:topup:add",
    request: AdTopUp,
    response: AdOrder,
    errors: ["TOPUP_AMOUNT_INVALID", "FEATURE_NOT_SET_UP", "STALE_DATA"],
  }),
  useBudget: endpoint("POST /api_basic/Payment/UseAdBudget", {
    summary: "Orders a placement from the existing ad budget: that of the trial, or the rest of an earlier one.",
    access: "ad:topup:add",
    request: z.object({ ...topUp, type: z.enum(["leads", "traffic"]) }),
    response: service,
    errors: ["PLAN_BALANCE_LOW", "STALE_DATA"],
  }),
  uploadImage: endpoint("POST /api_basic/Payment/UploadAdImage", {
    summary: "Stores a picture for an ad to show.",
    access: "ad:topup:add",
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT", "STORAGE_FULL"],
  }),
  list: endpoint("POST /api_basic/Payment/ServiceList", {
    summary: "The services that the operators carry out for the organisation, newest first.",
    access: ["bill:service:query", "ad:topup:query"],
    request: PageRequest,
    response: pageOf(ServiceRow),
  }),
  agree: endpoint("GET /api_basic/Payment/AgreeService", {
    summary: "Agrees to the terms of a waiting service. Nothing begins before.",
    access: "ad:topup:add",
    request: service,
    response: z.null(),
    errors: ["ORDER_STATE_CONFLICT"],
  }),
  report: endpoint("GET /api_basic/Payment/ServiceReport", {
    summary: "The report of a finished service, as a PDF.",
    access: ["bill:service:query", "ad:topup:query"],
    request: service,
    answer: "binary",
    response: z.null(),
  }),
};
