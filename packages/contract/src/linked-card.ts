import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CurrencyCode } from "./money.ts";

/** Platforms that keep a customer's means of payment and can be asked for money again. */
export const cardProviders = ["paypal"] as const;
export type CardProvider = (typeof cardProviders)[number];

/**
 * Why the last renewal by the linked card did not succeed. `unclear`: for hours the platform has not confirmed whether it
 * charged the card, and nothing more is charged until it does. `kept`: the money arrived after its order had closed; nothing
 * more is charged until it has been assigned. `notOnSale`: the plan has no price any more; known before its renewal is due.
 */
export const cardProblems = ["declined", "unavailable", "unclear", "noRights", "late", "kept", "notOnSale"] as const;
export type CardProblem = (typeof cardProblems)[number];

/** Days before the end of a plan on which its renewal is charged. */
export const renewalDays = 3;

const LinkedCard = z.object({
  provider: z.enum(cardProviders),
  /** What the platform shows of it, such as an e-mail address. */
  label: z.string(),
  linkTime: z.string(),
  /** The next charge; null if there is nothing to renew. */
  chargeTime: z.string().nullable(),
  amount: z.number().nullable(),
  currency: CurrencyCode,
  problem: z.enum(cardProblems).nullable(),
});
export type LinkedCard = z.infer<typeof LinkedCard>;

/** The linked card that renews the organisation's plan. */
export const linkedCard = {
  info: endpoint("GET /api_basic/Payment/LinkedCard", {
    summary: "The linked card and its next charge, and whether one can be linked.",
    access: "bill:plan:query",
    request: z.object({}),
    response: z.object({ canLink: z.boolean(), card: LinkedCard.nullable() }),
  }),
  link: endpoint("POST /api_basic/Payment/LinkCard", {
    summary: "Starts linking a card; returns the address at which the person agrees.",
    access: "bill:plan:buy",
    request: z.object({}),
    response: z.object({ url: z.string() }),
    errors: ["FEATURE_NOT_SET_UP", "SETTING_NOT_VERIFIED", "PAYMENT_PLATFORM_FAILED"],
  }),
  finish: endpoint("POST /api_basic/Payment/FinishLinkCard", {
    summary: "Finishes linking once the person has agreed. Idempotent.",
    access: "bill:plan:buy",
    request: z.object({}),
    response: z.null(),
    errors: ["FEATURE_NOT_SET_UP", "ORDER_STATE_CONFLICT", "SETTING_NOT_VERIFIED", "PAYMENT_PLATFORM_FAILED"],
  }),
  unlink: endpoint("GET /api_basic/Payment/UnlinkCard", {
    summary: "Unlinks the card: nothing is renewed automatically any more. Idempotent.",
    access: "bill:plan:buy",
    request: z.object({}),
    response: z.null(),
  }),
};
