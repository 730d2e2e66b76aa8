import { z } from "zod";
import { AdLead, AdLeadQuery } from "./ad-leads.ts";
import { MaskedSecret } from "./channels.ts";
import { endpoint } from "./endpoint.ts";
import { BranchId, RecordId } from "./ids.ts";
import { pageOf } from "./paging.ts";

/** Google accepts keys of at most fifty characters; a short one could be guessed. */
const googleKeyFormat = /^[A-Za-z0-9_-]{20,50}$/;

const GoogleSetting = z.object({
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** The address to enter in Google's form. */
  webhookURL: z.string(),
  googleKey: MaskedSecret,
  channelID: RecordId.nullable(),
  secondaryChannelID: RecordId.nullable(),
  /** 0 off, 1 on; 0 while nothing is saved. */
  status: z.number().int().min(0).max(1),
  /** When a form called last, test leads included. */
  lastReceivedAt: z.string().nullable(),
  version: z.number().int(),
});
export type GoogleSetting = z.infer<typeof GoogleSetting>;

/** Fields that are left out stay as they are. */
export const GoogleForm = z.object({
  /** Left out: the session's branch. */
  branchID: BranchId.optional(),
  /** Left out: keeps the saved one. */
  googleKey: z.union([z.literal(""), z.string().trim().regex(googleKeyFormat, "FIELD_INVALID")]).optional(),
  /** The lead channel that its leads come through. */
  channelID: RecordId.nullable().optional(),
  secondaryChannelID: RecordId.nullable().optional(),
  status: z.number().int().min(0).max(1).optional(),
  /** Left out: the saved values are replaced whatever their version. */
  version: z.number().int().min(0).optional(),
});
export type GoogleForm = z.infer<typeof GoogleForm>;

/** Lead forms of Google Ads, which call us with a key for each lead. */
export const googleLeads = {
  setting: endpoint("GET /api_users/Member/GoogleSetting", {
    summary: "How each branch receives leads from Google lead forms, without the keys.",
    access: "org:google:query",
    request: z.object({}),
    response: z.array(GoogleSetting),
  }),
  save: endpoint("POST /api_users/Member/UpdateGoogleSetting", {
    summary: "Saves the key and the channel of a branch's Google lead forms. The key is write-only.",
    access: "org:google:edit",
    request: GoogleForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
  log: endpoint("POST /api_users/Member/GoogleLeadLog", {
    summary: "The deliveries of Google lead forms, newest first.",
    access: "org:google:query",
    request: AdLeadQuery,
    response: pageOf(AdLead),
  }),
  retry: endpoint("POST /api_users/Member/RetryGoogleLead", {
    summary: "Makes the lead of a failed delivery.",
    access: "org:google:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
