import { z } from "zod";
import { AdLead, AdLeadQuery } from "./ad-leads.ts";
import { endpoint } from "./endpoint.ts";
import { BranchId, RecordId } from "./ids.ts";
import { pageOf } from "./paging.ts";

/** `expiring`: it ends within a week. `refused`: Meta no longer accepts it. */
export const metaConnectionStates = ["ok", "expiring", "expired", "refused"] as const;
export type MetaConnectionState = (typeof metaConnectionStates)[number];

/** Why the leads of a page do not arrive. */
export const metaPageProblems = ["refused", "reconnect", "unavailable"] as const;
export type MetaPageProblem = (typeof metaPageProblems)[number];

/** An id from Meta. */
const MetaId = z.string().regex(/^\d{1,32}$/);

const MetaPage = z.object({
  pageID: MetaId,
  name: z.string(),
  /** The branch of its leads; null until somebody has chosen one. */
  branch: z.object({ branchID: BranchId, name: z.string() }).nullable(),
  channelID: RecordId.nullable(),
  secondaryChannelID: RecordId.nullable(),
  /** 1: its leads are collected. */
  status: z.number().int().min(0).max(1),
  problem: z.enum(metaPageProblems).nullable(),
  lastReceivedAt: z.string().nullable(),
  version: z.number().int(),
});
export type MetaPage = z.infer<typeof MetaPage>;

const MetaSetting = z.object({
  /** False: this installation has no app at Meta. */
  available: z.boolean(),
  /** Who connected the organisation with Meta; null: nobody. */
  connection: z
    .object({
      userName: z.string(),
      state: z.enum(metaConnectionStates),
      connectedAt: z.string(),
      /** Null: it does not end by itself. */
      expiresAt: z.string().nullable(),
      /** Required permissions that were not granted at Meta. */
      missingScopes: z.array(z.string()),
    })
    .nullable(),
  pages: z.array(MetaPage),
  /** Whether this account may connect and disconnect, which affects all branches. */
  mayConnect: z.boolean(),
});
export type MetaSetting = z.infer<typeof MetaSetting>;

/** Fields that are left out stay as they are. */
export const MetaPageForm = z.object({
  pageID: MetaId,
  branchID: BranchId,
  channelID: RecordId.nullable().optional(),
  secondaryChannelID: RecordId.nullable().optional(),
  status: z.number().int().min(0).max(1).optional(),
  /** Left out: the saved values are replaced whatever their version. */
  version: z.number().int().min(0).optional(),
});
export type MetaPageForm = z.infer<typeof MetaPageForm>;

const failures = ["FEATURE_NOT_SET_UP", "META_REFUSED", "META_UNAVAILABLE"] as const;

/** The organisation's connection with Meta, and the lead ads of its pages. */
export const metaSettings = {
  setting: endpoint("GET /api_users/Member/MetaSetting", {
    summary: "Who connected the organisation with Meta, and where the leads of each page go.",
    access: "org:meta:query",
    request: z.object({}),
    response: MetaSetting,
  }),
  authUrl: endpoint("GET /api_webhook/Campaign/MetaAuthUrl", {
    summary: "The address where a person signs in at Meta; they return to the Meta settings with a code.",
    access: "org:meta:edit",
    request: z.object({}),
    response: z.object({ url: z.string() }),
    errors: ["FEATURE_NOT_SET_UP"],
  }),
  connect: endpoint("POST /api_users/Member/ConnectMeta", {
    summary: "Connects the organisation with Meta, with the code from a person's sign-in there.",
    access: "org:meta:edit",
    request: z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
    response: z.null(),
    errors: [...failures, "META_SIGN_IN_ENDED"],
  }),
  reload: endpoint("POST /api_users/Member/ReloadMeta", {
    summary: "Fetches the list of pages from Meta again.",
    access: "org:meta:test",
    request: z.object({}),
    response: z.null(),
    errors: [...failures],
  }),
  disconnect: endpoint("POST /api_users/Member/DisconnectMeta", {
    summary: "Ends the connection with Meta: its keys are removed and no more leads are received.",
    access: "org:meta:edit",
    request: z.object({}),
    response: z.null(),
  }),
  save: endpoint("POST /api_users/Member/UpdateMetaSetting", {
    summary: "Sets where the leads of a page go, and whether they are received.",
    access: "org:meta:edit",
    request: MetaPageForm,
    response: z.null(),
    errors: [...failures, "STALE_DATA"],
  }),
  log: endpoint("POST /api_users/Member/MetaLeadLog", {
    summary: "The deliveries of Meta's lead ads, newest first.",
    access: "org:meta:query",
    request: AdLeadQuery,
    response: pageOf(AdLead),
  }),
  retry: endpoint("POST /api_users/Member/RetryMetaLead", {
    summary: "Makes the lead of a failed delivery.",
    access: "org:meta:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
