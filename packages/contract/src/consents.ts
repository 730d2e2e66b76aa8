import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId, RecordId } from "./ids.ts";

/** The channels through which leads receive marketing. */
export const consentChannels = ["whatsapp", "line", "email"] as const;
export type ConsentChannel = (typeof consentChannels)[number];

const consentDecisions = ["given", "withdrawn"] as const;
export type ConsentDecision = (typeof consentDecisions)[number];

/**
 * The source of a decision: recorded by a person, written by the customer, reported by the provider, or a link in an
 * e-mail.
 */
const consentSources = ["staff", "message", "provider", "link"] as const;
export type ConsentSource = (typeof consentSources)[number];

/** The longest wording that is stored. */
export const maxWordingLength = 500;

/** Entries of a lead that are shown, the newest first. */
export const maxConsentEntries = 50;

const Consents = z.object({
  /** The current decision for each channel; null if there never was one. */
  current: z.array(z.object({ channel: z.enum(consentChannels), decision: z.enum(consentDecisions).nullable() })),
  entries: z.array(
    z.object({
      recordID: RecordId,
      channel: z.enum(consentChannels),
      decision: z.enum(consentDecisions),
      source: z.enum(consentSources),
      wording: z.string(),
      saidAt: z.string(),
      /** The person who recorded it; empty if nobody did. */
      person: z.string(),
    }),
  ),
});
export type Consents = z.infer<typeof Consents>;

const ConsentForm = z.object({
  leadId: LeadId,
  /** May be proposed by the caller, so that the call can be repeated safely. */
  recordID: RecordId.optional(),
  channel: z.enum(consentChannels),
  decision: z.enum(consentDecisions),
  /** What the customer agreed to or refused, and where: on the phone, on a form. */
  wording: z.string().trim().min(1).max(maxWordingLength),
});
export type ConsentForm = z.infer<typeof ConsentForm>;

/** The decisions of leads about receiving marketing. Entries are added and never changed. */
export const consents = {
  list: endpoint("GET /api_users/Member/LeadConsentList", {
    summary: "Whether a lead may be sent news over each channel, and the history of their consent.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: Consents,
  }),
  record: endpoint("POST /api_users/Member/RecordLeadConsent", {
    summary: "Records that a lead gave or withdrew consent. Repeated with the same proposed id, it adds nothing.",
    access: "crm:lead:edit",
    request: ConsentForm,
    response: z.object({ recordID: RecordId }),
  }),
};
