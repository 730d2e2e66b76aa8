import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { failureReasons } from "./failure-reasons.ts";
import { BranchId, ChannelId } from "./ids.ts";

/** A secret as staff may see it: whether there is one, and its end, to be told from another. */
const MaskedSecret = z.object({ hasValue: z.boolean(), last4: z.string().max(4) });

/** What LINE lets an account send this month; `limit` null: as much as one likes. */
const LineQuota = z.object({ limit: z.number().int().nullable(), used: z.number().int(), time: z.string() });
export type LineQuota = z.infer<typeof LineQuota>;

/** A branch's LINE official account. Of a branch that has none, `recordID` is null and all texts are empty. */
const LineChannel = z.object({
  recordID: ChannelId.nullable(),
  name: z.string(),
  branch: z.object({ branchID: BranchId, name: z.string() }),
  channelID: z.string(),
  officialID: z.string(),
  channelSecret: MaskedSecret,
  accessToken: MaskedSecret,
  liffID: z.string(),
  endpointURL: z.string(),
  /** Our page for its LIFF app, as LINE must be told; empty: there is no account yet, or no host for pages. */
  liffEndpoint: z.string(),
  /** The account as LINE shows it. */
  bot: z.object({ name: z.string(), picture: z.string().nullable() }),
  /** Messages go to the sandbox, not to real people. */
  sandbox: z.boolean(),
  /** 1: switched on; 0: switched off by staff. */
  status: z.number().int(),
  /** LINE lets nothing more be sent since then, until somebody has put it right. */
  stopped: z.object({ at: z.string(), reason: z.enum(failureReasons) }).nullable(),
  /** What LINE's console must be told to call; empty while there is no account. */
  webhookUrl: z.string(),
  /** When LINE last called; null when it never did. */
  lastReceivedAt: z.string().nullable(),
  /** When LINE last called with a signature that the channel secret does not fit; null when a later call was fine. */
  refusedAt: z.string().nullable(),
  /** As it was last asked for; null while it is not known. */
  quota: LineQuota.nullable(),
  /** 0: there is no account yet. */
  version: z.number().int(),
});
export type LineChannel = z.infer<typeof LineChannel>;

const channelID = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, "FIELD_INVALID");
const channelSecret = z.string().trim().max(200);
const accessToken = z.string().trim().max(1000);

/** Empty secrets leave those that are kept as they are, and so does no official id. `branchID`: the caller's branch unless given. */
export const LineForm = z.object({
  branchID: BranchId.optional(),
  channelID,
  channelSecret: channelSecret.default(""),
  accessToken: accessToken.default(""),
  officialID: z.string().trim().max(50).optional(),
  /** The one that the form was opened on; left out, whatever is saved now is replaced. */
  version: z.number().int().optional(),
});
export type LineForm = z.infer<typeof LineForm>;

export const LiffForm = z.object({
  branchID: BranchId.optional(),
  liffID: z
    .string()
    .trim()
    .regex(/^(\d{5,20}-[A-Za-z0-9]{4,20})?$/, "FIELD_INVALID"),
  /** Begins with https, as LINE wants it; our own page may not, where the product runs on one's own machine. */
  endpointURL: z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(1000)]),
});

/** Why LINE does not reach us at an address, as staff are told it: each is the key of a text in the web app. */
export const lineWebhookProblems = [
  /** It begins with http, or names this machine or a network of one's own: LINE is not asked. */
  "addressNotPublic",
  "couldNotConnect",
  "timeout",
  /** Our own server did not believe the call: the channel secret is not LINE's. */
  "signatureRefused",
  "wrongAnswer",
  "other",
] as const;
export type LineWebhookProblem = (typeof lineWebhookProblems)[number];

/** Whether LINE calls us, after it was told where and has tried. */
const LineWebhook = z.object({
  webhookUrl: z.string(),
  /** Null: LINE has called the address and was answered. */
  problem: z.enum(lineWebhookProblems).nullable(),
  /** LINE's own words about a problem, else empty. */
  detail: z.string(),
  /** "Use webhook" in LINE's console, which nobody can switch but there; null when LINE was not asked. */
  active: z.boolean().nullable(),
});
export type LineWebhook = z.infer<typeof LineWebhook>;

export const line = {
  setting: endpoint("GET /api_users/Member/LineSetting", {
    summary: "The LINE accounts of the branches that the caller sees, secrets masked; branches without one too.",
    access: "org:line:query",
    request: z.object({}),
    response: z.array(LineChannel),
  }),
  quota: endpoint("GET /api_users/Member/LineQuota", {
    summary: "Asks LINE what an account may still send this month; null when LINE does not answer.",
    access: "org:line:query",
    request: z.object({ recordID: ChannelId }),
    response: LineQuota.nullable(),
  }),
  test: endpoint("POST /api_users/Member/TestLineAccessToken", {
    summary: "Asks LINE whether an access token, and the channel id and secret given with it, belong together.",
    access: "org:line:test",
    request: z.object({
      accessToken: accessToken.default(""),
      channelID: z.union([z.literal(""), channelID]).default(""),
      channelSecret: channelSecret.default(""),
      /** Tests the values that are kept, in place of those that are empty. */
      recordID: ChannelId.optional(),
    }),
    response: z.object({ ok: z.boolean(), detail: z.string(), officialID: z.string(), channelID: z.string() }),
    errors: ["CHAT_VERIFICATION_FAILED", "LINE_NOT_CONFIGURED"],
  }),
  update: endpoint("POST /api_users/Member/UpdateLineSetting", {
    summary:
      "Connects a branch with a LINE account, or changes how. LINE is asked first; what it refuses is not saved.",
    access: "org:line:edit",
    request: LineForm,
    response: z.null(),
    errors: ["SETTING_NOT_VERIFIED", "LINE_CHANNEL_IN_USE", "STALE_DATA"],
  }),
  connectWebhook: endpoint("POST /api_users/Member/ConnectLineWebhook", {
    summary: "Tells LINE to call our address for an account, and has LINE try it.",
    access: "org:line:edit",
    request: z.object({ recordID: ChannelId }),
    response: LineWebhook,
    errors: ["CHAT_VERIFICATION_FAILED"],
  }),
  updateLiff: endpoint("POST /api_users/Member/UpdateLineliffSetting", {
    summary: "Changes the LIFF app of a branch's LINE account.",
    access: "org:line:edit",
    request: LiffForm,
    response: z.null(),
    errors: ["LINE_NOT_CONFIGURED", "FIELD_INVALID"],
  }),
  resume: endpoint("POST /api_users/Member/ResumeLineChannel", {
    summary: "Lets a LINE account send again, after the cause of its stop has been put right.",
    access: "org:line:edit",
    request: z.object({ recordID: ChannelId }),
    response: z.null(),
  }),
};
