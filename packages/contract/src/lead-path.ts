import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId, RecordId } from "./ids.ts";

/**
 * How a lead reached us. `press`: a button of a landing page, found again by the code in a message. `form`: a page's form.
 * `adForm`: a lead form of Meta or Google. `message`: a message that an ad opened.
 */
const pathSteps = ["press", "form", "adForm", "message"] as const;

const Named = z.object({ recordID: RecordId, name: z.string() });
const Money = z.object({ currency: z.string(), amount: z.number() });

const PathStep = z.object({
  kind: z.enum(pathSteps),
  time: z.string(),
  page: Named.nullable(),
  /** The ad that led here, with what it belongs to; null where none is known. */
  ad: Named.extend({ adset: z.string(), campaign: z.string() }).nullable(),
  /** What the address of the visit said: utm_*, gclid, fbclid, ctwa_clid, the page before. */
  source: z.record(z.string(), z.string()),
  /** What the visitor agreed to at that time; empty: nothing. */
  consentText: z.string(),
});
export type PathStep = z.infer<typeof PathStep>;

const LeadPath = z.object({
  /** The oldest first. */
  steps: z.array(PathStep),
  talkedTime: z.string().nullable(),
  trialBookedTime: z.string().nullable(),
  trialAttendedTime: z.string().nullable(),
  dealTime: z.string().nullable(),
  /** What the lead paid, less what was given back, by currency; null for people who do not see orders. */
  sales: z.array(Money).nullable(),
  /**
   * What a lead of the first ad cost in the thirty days until this one came; null where no ad is known, or for people
   * who do not see campaigns.
   */
  cost: Money.nullable(),
});
export type LeadPath = z.infer<typeof LeadPath>;

export const leadPaths = {
  path: endpoint("GET /api_webhook/Campaign/LeadPath", {
    summary: "The way of a lead from ads and landing pages to conversation, trial and sale, with what it cost.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: LeadPath,
  }),
};
