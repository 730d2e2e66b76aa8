import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId, RecordId } from "./ids.ts";

/**
 * How a lead reached us. `press`: a button of a landing page, identified by the code in a message. `form`: a page's form.
 * `adForm`: a lead form of Meta or Google. `message`: a message that an ad opened.
 */
const pathSteps = ["press", "form", "adForm", "message"] as const;

const Named = z.object({ recordID: RecordId, name: z.string() });
const Money = z.object({ currency: z.string(), amount: z.number() });

const PathStep = z.object({
  kind: z.enum(pathSteps),
  time: z.string(),
  page: Named.nullable(),
  /** The ad that led here, with its ad set and campaign; null if unknown. */
  ad: Named.extend({ adset: z.string(), campaign: z.string() }).nullable(),
  /** The parameters of the visit: utm_*, gclid, fbclid, ctwa_clid, the referring page. */
  source: z.record(z.string(), z.string()),
  /** The text that the visitor agreed to; empty: none. */
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
  /** What the lead paid, less refunds, by currency; null for people who do not see orders. */
  sales: z.array(Money).nullable(),
  /**
   * The cost per lead of the first ad in the thirty days until this lead came; null if no ad is known, or for people who do
   * not see campaigns.
   */
  cost: Money.nullable(),
});
export type LeadPath = z.infer<typeof LeadPath>;

export const leadPaths = {
  path: endpoint("GET /api_webhook/Campaign/LeadPath", {
    summary: "The path of a lead from ads and landing pages to conversation, trial and sale, with its cost.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: LeadPath,
  }),
};
