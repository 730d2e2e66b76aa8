import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { failureReasons } from "./failure-reasons.ts";
import { BranchId, ChannelId } from "./ids.ts";

/** A secret as staff may see it: whether there is one, and its last characters, so that people can recognise it. */
const MaskedSecret = z.object({ hasValue: z.boolean(), last4: z.string().max(4) });

/** What LINE lets an account send this month; `limit` null: no limit. */
const LineQuota = z.object({ limit: z.number().int().nullable(), used: z.number().int(), time: z.string() });
export type LineQuota = z.infer<typeof LineQuota>;

/** A branch's LINE official account. For a branch without one, `recordID` is null and all texts are empty. */
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
  /** The address of our page to enter for its LIFF app at LINE; empty: there is no account yet, or no host for pages. */
  liffEndpoint: z.string(),
  /** The account as LINE shows it. */
  bot: z.object({ name: z.string(), picture: z.string().nullable() }),
  /** Messages go to the sandbox, not to real people. */
  sandbox: z.boolean(),
  /** 1: switched on; 0: switched off by staff. */
  status: z.number().int(),
  /** Since when LINE has accepted no messages; this lasts until somebody fixes it. */
  stopped: z.object({ at: z.string(), reason: z.enum(failureReasons) }).nullable(),
  /** The webhook address to enter in LINE's console; empty while there is no account. */
  webhookUrl: z.string(),
  /** When LINE last called; null if it never has. */
  lastReceivedAt: z.string().nullable(),
  /** When LINE last called with a signature that does not match the channel secret; null if a later call was valid. */
  refusedAt: z.string().nullable(),
  /** As last fetched; null while unknown. */
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

/** Empty secrets and a missing official id keep the saved values. `branchID`: the caller's branch unless given. */
export const LineForm = z.object({
  branchID: BranchId.optional(),
  channelID,
  channelSecret: channelSecret.default(""),
  accessToken: accessToken.default(""),
  officialID: z.string().trim().max(50).optional(),
  /** The version that the form was opened with. Left out: the saved values are replaced whatever their version. */
  version: z.number().int().optional(),
});
export type LineForm = z.infer<typeof LineForm>;

export const LiffForm = z.object({
  branchID: BranchId.optional(),
  liffID: z
    .string()
    .trim()
    .regex(/^(\d{5,20}-[A-Za-z0-9]{4,20})?$/, "FIELD_INVALID"),
  /** Begins with https, as LINE requires; our own page may not if the product runs on a developer's machine. */
  endpointURL: z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(1000)]),
});

/** Why LINE cannot reach us at an address: each is the key of a text for staff in the web app. */
export const lineWebhookProblems = [
  /** It begins with http, or names this machine or a private network: LINE is not asked. */
  "addressNotPublic",
  "couldNotConnect",
  "timeout",
  /** Our own server rejected the call: the channel secret is not the one at LINE. */
  "signatureRefused",
  "wrongAnswer",
  "other",
] as const;
export type LineWebhookProblem = (typeof lineWebhookProblems)[number];

/** Whether LINE reaches us, after the address was set at LINE and tested. */
const LineWebhook = z.object({
  webhookUrl: z.string(),
  /** Null: LINE has called the address and was answered. */
  problem: z.enum(lineWebhookProblems).nullable(),
  /** LINE's own message about a problem, otherwise empty. */
  detail: z.string(),
  /** "Use webhook" in LINE's console, which can be switched only there; null if LINE was not asked. */
  active: z.boolean().nullable(),
});
export type LineWebhook = z.infer<typeof LineWebhook>;

export const line = {
  setting: endpoint("GET /api_users/Member/LineSetting", {
    summary: "The LINE accounts of the branches that the caller can see, secrets masked; also branches without one.",
    access: "org:line:query",
    request: z.object({}),
    response: z.array(LineChannel),
  }),
  quota: endpoint("GET /api_users/Member/LineQuota", {
    summary: "Asks LINE how many messages an account can still send this month; null if LINE does not answer.",
    access: "org:line:query",
    request: z.object({ recordID: ChannelId }),
    response: LineQuota.nullable(),
  }),
  test: endpoint("POST /api_users/Member/TestLineAccessToken", {
    summary: "Asks LINE whether an access token belongs to the channel id and secret sent with it.",
    access: "org:line:test",
    request: z.object({
      accessToken: accessToken.default(""),
      channelID: z.union([z.literal(""), channelID]).default(""),
      channelSecret: channelSecret.default(""),
      /** Empty values are replaced by the saved ones. */
      recordID: ChannelId.optional(),
    }),
    response: z.object({ ok: z.boolean(), detail: z.string(), officialID: z.string(), channelID: z.string() }),
    errors: ["CHAT_VERIFICATION_FAILED", "LINE_NOT_CONFIGURED"],
  }),
  update: endpoint("POST /api_users/Member/UpdateLineSetting", {
    summary:
      "Connects a branch with a LINE account, or changes the connection. LINE is asked first; values that it refuses are not saved.",
    access: "org:line:edit",
    request: LineForm,
    response: z.null(),
    errors: ["SETTING_NOT_VERIFIED", "LINE_CHANNEL_IN_USE", "STALE_DATA"],
  }),
  connectWebhook: endpoint("POST /api_users/Member/ConnectLineWebhook", {
    summary: "Sets our address as the webhook of a LINE account, and has LINE test it.",
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
    summary: "Lets a LINE account send again, once the cause of its stop has been fixed.",
    access: "org:line:edit",
    request: z.object({ recordID: ChannelId }),
    response: z.null(),
  }),
};
