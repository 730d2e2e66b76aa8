import { z } from "zod";
import { LeadId } from "./ids.ts";
import { templateCategories } from "./message-templates.ts";
import { CurrencyCode } from "./money.ts";

/** Why a recipient is sent nothing. */
export const exclusionReasons = [
  "duplicate",
  "noNumber",
  "noEmail",
  "blocked",
  "optedOut",
  "consentWithdrawn",
  "recentMarketing",
  "addressStopped",
  "otherBranch",
  "leadGone",
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** What messages cost in one currency; `unitPrice` is the average where prices differ. */
const Cost = z.object({
  currency: z.string(),
  count: z.number().int(),
  unitPrice: z.number(),
  amount: z.number(),
});

/** What a plan would do if it started now. */
export const PlanEstimate = z.object({
  count: z.number().int(),
  excluded: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.number().int() })),
  /** Null: no price is known for any of them, or their prices are in several currencies. The average where prices differ. */
  unitPrice: z.number().nullable(),
  amount: z.number().nullable(),
  /** Empty where `amount` is null. */
  currency: z.string(),
  /** The total in each currency of the prices, the currency of the most messages first. */
  amounts: z.array(Cost),
  /**
   * The same by country of the number, in the order of the currencies, the most expensive first; `category` is the
   * template's.
   */
  costs: z.array(Cost.extend({ country: z.string(), category: z.enum(templateCategories) })),
  /** Recipients in countries without a stored price. */
  unpriced: z.number().int(),
  /** The balance of the account, in its currency; null where no plans are sold. */
  balance: z.number().nullable(),
  /** How many messages may still be sent this month; null: no limit is set. */
  leftThisMonth: z.number().int().nullable(),
  /** How the account pays for it; null where no plans are sold. */
  account: z
    .object({
      /** Messages of the packages. */
      messages: z.number().int(),
      balance: z.number(),
      /** The price of a message beyond the packages; null where messages are not sold one by one. */
      price: z.number().nullable(),
      currency: CurrencyCode,
      /** What is left once all are delivered; null if there is not enough. */
      after: z.object({ messages: z.number().int(), balance: z.number() }).nullable(),
      /** The number of messages that packages and balance allow together. */
      enoughFor: z.number().int(),
    })
    .nullable(),
  /** Recipients that the numbers of its business portfolio may contact first within 24 hours; null: not known, or no limit. */
  tier: z.number().int().nullable(),
  /** How many of these were contacted in the last 24 hours by all numbers that share the limit. */
  tierUsed: z.number().int(),
  /** For mails, `phone` is the address and `text` the subject. */
  samples: z.array(z.object({ leadId: LeadId.nullable(), nickname: z.string(), phone: z.string(), text: z.string() })),
  /** A few excluded recipients. */
  excludedSamples: z.array(z.object({ reason: z.enum(exclusionReasons), nickname: z.string(), phone: z.string() })),
});
