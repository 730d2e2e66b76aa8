import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ChannelId, LeadId } from "./ids.ts";
import { templateCategories } from "./message-templates.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { QuietHours } from "./quiet-hours.ts";

/** Why an address receives no more mail. */
const emailStopReasons = ["bounced", "complained"] as const;

/** The most prices that an organisation may store. */
const maxPrices = 500;

/** What has its own price: each template category, and replies without a template within the window. */
export const priceCategories = [...templateCategories, "service"] as const;
export type PriceCategory = (typeof priceCategories)[number];

/** Replies of a number that WhatsApp does not charge, in a calendar month. */
export const freeServiceMessages = 1000;

const Cost = z.object({
  /** `unknown`: it is charged, but no price is stored for the country of the number. */
  kind: z.enum(["free", "priced", "unknown"]),
  /** Why it is free; null if the price table has it as free. */
  reason: z.enum(["adWindow", "monthly"]).nullable(),
  /** Free replies left for the number this month. */
  left: z.number().int().nullable(),
  amount: z.number().nullable(),
  currency: z.string(),
});

const MessageCost = z.object({ utility: Cost, marketing: Cost, service: Cost });
export type MessageCost = z.infer<typeof MessageCost>;

/** The price of a message in a country from a given day. `unitPrice`: at most six decimals of the currency's unit. */
const BroadcastPrice = z
  .object({
    country: z.string().regex(/^[A-Z]{2}$/),
    category: z.enum(priceCategories),
    currency: z.string().regex(/^[A-Z]{3}$/),
    unitPrice: z.number().min(0).max(1000),
    validFrom: z.iso.date(),
    validTo: z.iso.date().nullable(),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
    path: ["validTo"],
    params: { text: "earlyEnd" },
  });
export type BroadcastPrice = z.infer<typeof BroadcastPrice>;

/**
 * The price of the same country and category whose days a later one begins in; undefined for none. A price without a last day
 * is not such a one: it holds until the next begins.
 */
export function overlappedPrice(
  { country, category, validFrom }: BroadcastPrice,
  prices: readonly BroadcastPrice[],
): BroadcastPrice | undefined {
  return prices.find(
    (one) =>
      one.country === country &&
      one.category === category &&
      one.validFrom < validFrom &&
      one.validTo !== null &&
      one.validTo >= validFrom,
  );
}

const BroadcastSetting = z.object({
  /** Messages in a calendar month; null: no limit. */
  monthlyLimit: z.number().int().min(1).max(10_000_000).nullable(),
  /** Shares of the limit, in percent. */
  warningLevels: z.array(z.number().int().min(1).max(100)).max(5),
  /** When no marketing is sent, in the time zone of the plan's branch; null: it can be sent at any time. */
  quietHours: QuietHours.nullable(),
  /** A plan with more recipients than this needs the approval of a second person; null: no plan does. */
  approvalAbove: z.number().int().min(1).max(10_000_000).nullable(),
  prices: z.array(BroadcastPrice).max(maxPrices),
  version: z.number().int(),
});

export const broadcastSettings = {
  setting: endpoint("GET /api_chat/Broadcast/Setting", {
    summary: "The price table, the warning levels, the monthly limit and the quiet hours, with this month's use.",
    access: ["bulk:setting:query", "bulk:plan:add"],
    request: z.object({}),
    response: BroadcastSetting.extend({ usedThisMonth: z.number().int() }),
  }),
  save: endpoint("POST /api_chat/Broadcast/SaveSetting", {
    summary: "Replaces the broadcast settings.",
    access: "bulk:setting:edit",
    request: BroadcastSetting.partial({ version: true }),
    response: z.null(),
    errors: ["STALE_DATA", "SETTING_ITEM_DUPLICATE", "PRICE_PERIOD_OVERLAPS"],
  }),
  messageCost: endpoint("GET /api_chat/Broadcast/MessageCost", {
    summary: "What the next WhatsApp message to a customer costs, as a reply and by the template's category.",
    access: "chat:message:query",
    request: z.object({ leadId: LeadId, channel: ChannelId }),
    response: MessageCost,
  }),
  stops: endpoint("POST /api_chat/Broadcast/EmailStopList", {
    summary: "Addresses that get no more mail, because it bounced or its reader complained; newest first.",
    access: "bulk:setting:query",
    request: PageRequest.extend({ keywords: z.string().trim().max(254).optional() }),
    response: pageOf(
      z.object({
        address: z.string(),
        reason: z.enum(emailStopReasons),
        /** The mail server's own message. */
        detail: z.string(),
        stopTime: z.string(),
      }),
    ).extend({
      /** The address to which the mail provider reports bounces; null for callers who cannot change the settings. */
      noticeURL: z.string().nullable(),
    }),
  }),
  liftStop: endpoint("POST /api_chat/Broadcast/LiftEmailStop", {
    summary: "Lets mail go to an address again. An address that is not stopped stays unchanged.",
    access: "bulk:setting:edit",
    request: z.object({ address: z.string().trim().min(1).max(254) }),
    response: z.null(),
  }),
};
