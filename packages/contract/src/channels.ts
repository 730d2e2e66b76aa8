import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { failureReasons } from "./failure-reasons.ts";
import { BranchId, ChannelId } from "./ids.ts";

/** A secret as staff may see it: whether there is one, and its last characters, so that people can recognise it. */
export const MaskedSecret = z.object({
  hasValue: z.boolean(),
  /** Empty when the secret is too short for its end to be shown. */
  last4: z.string().max(4),
});
export type MaskedSecret = z.infer<typeof MaskedSecret>;

/** The state of a number at WhatsApp. */
const NumberStanding = z.object({
  /** Empty when the provider does not say. */
  verifiedName: z.string(),
  quality: z.enum(["green", "yellow", "red", "unknown"]),
  /** How many people outside their reply window may be contacted in 24 hours: "TIER_2K", "TIER_UNLIMITED"; empty: unknown. */
  limit: z.string(),
  checkedAt: z.string(),
});
export type NumberStanding = z.infer<typeof NumberStanding>;

/** An id from Meta. */
function metaId(required: boolean) {
  return z
    .string()
    .trim()
    .regex(required ? /^\d{5,32}$/ : /^(\d{5,32})?$/);
}

/** Safe in a request header: no spaces, no control characters. */
function secret(longest: number) {
  return z
    .string()
    .trim()
    .max(longest)
    .regex(/^[\x21-\x7e]*$/)
    .default("");
}

/** A branch's WhatsApp number. Ids that are not known are empty. */
const WhatsappChannel = z.object({
  recordID: ChannelId,
  name: z.string(),
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** In the provider's format. */
  displayPhone: z.string(),
  appID: z.string(),
  phoneNumberID: z.string(),
  businessAccountID: z.string(),
  catalogueID: z.string(),
  accessToken: MaskedSecret,
  appSecret: MaskedSecret,
  verifyToken: MaskedSecret,
  /** Messages go to the sandbox, not to real people. */
  sandbox: z.boolean(),
  /** 1: switched on; 0: switched off by staff. */
  status: z.number().int(),
  /** Since when the provider has accepted no messages; this lasts until somebody fixes it. */
  stopped: z.object({ at: z.string(), reason: z.enum(failureReasons) }).nullable(),
  /** A decision of the provider about the business account; null: none in force. */
  account: z
    .object({
      state: z.enum(["disabled", "scheduled", "restricted", "violation"]),
      at: z.string(),
      /** In the provider's own terms; may be empty. */
      detail: z.string(),
      /** What it refuses until then: replies (`free`), templates. */
      blocks: z.array(z.enum(["free", "template"])),
      /** When the last restriction ends; null: unknown. */
      until: z.string().nullable(),
    })
    .nullable(),
  /** The address to enter in the provider's console. */
  webhookUrl: z.string(),
  /** When the provider last called; null if it never has. */
  lastReceivedAt: z.string().nullable(),
  /** When the provider last called with a signature that does not match the app secret; null if a later call was fine. */
  refusedAt: z.string().nullable(),
  /** The state of the number at the provider, as of `checkedAt`; null until it has been fetched. */
  standing: NumberStanding.nullable(),
  version: z.number().int(),
});
export type WhatsappChannel = z.infer<typeof WhatsappChannel>;

/**
 * Without a recordID it means the number of the branch: adds its first one, or edits the one it has. A secret that is left
 * out or empty stays as it is. Every value is tested at the provider before anything is saved.
 */
export const WhatsappForm = z.object({
  recordID: ChannelId.optional(),
  branchID: BranchId.optional(),
  /** Left out: the saved name, or the number's name at the provider. */
  name: z.string().trim().min(1).max(100).optional(),
  appID: metaId(true),
  phoneNumberID: metaId(true),
  businessAccountID: metaId(true),
  /** Left out: the saved one. */
  catalogueID: metaId(false).optional(),
  accessToken: secret(4096),
  appSecret: secret(256),
  /** Makes a new verify token, which the answer shows once. */
  renewVerifyToken: z.boolean().default(false),
  /** The version that the form was opened with. Left out: the saved values are replaced whatever their version. */
  version: z.number().int().optional(),
});
export type WhatsappForm = z.infer<typeof WhatsappForm>;

/** The form of a new number: there is no saved name or secret to keep, and the branch must be chosen. */
export const NewWhatsappForm = WhatsappForm.extend({
  branchID: BranchId,
  name: z.string().trim().min(1).max(100),
  accessToken: z.string().trim().min(1).max(4096),
  appSecret: z.string().trim().min(1).max(256),
});

export const testedFields = [
  "appID",
  "phoneNumberID",
  "businessAccountID",
  "catalogueID",
  "accessToken",
  "appSecret",
] as const;
export type TestedField = (typeof testedFields)[number];

/** Why a value is not accepted, beside the reasons of a refused message. */
export const settingFaults = [
  ...failureReasons,
  "missing",
  "notFound",
  "otherApp",
  "otherAccount",
  "appUnknown",
] as const;
export type SettingFault = (typeof settingFaults)[number];

const TestedValue = z.object({
  field: z.enum(testedFields),
  ok: z.boolean(),
  reason: z.enum(settingFaults).nullable(),
  /** The provider's own message; may be empty. */
  detail: z.string(),
});
export type TestedValue = z.infer<typeof TestedValue>;

export const channels = {
  whatsappSetting: endpoint("GET /api_users/Member/WhatsappSetting", {
    summary: "The WhatsApp channels of the branches that the caller can see, secrets masked.",
    access: "org:whatsapp:query",
    request: z.object({}),
    response: z.array(WhatsappChannel),
  }),
  updateWhatsapp: endpoint("POST /api_users/Member/UpdateWhatsappSetting", {
    summary:
      "Saves a WhatsApp number once every value has passed its test at the provider. A number that was stopped because of its token starts sending again, first the messages that it could not send and that may still be sent.",
    access: "org:whatsapp:edit",
    request: WhatsappForm,
    response: z.object({
      recordID: ChannelId,
      /** Shown only once, for a new number or on request. */
      verifyToken: z.string().optional(),
      webhookUrl: z.string(),
    }),
    errors: ["SETTING_NOT_VERIFIED", "WHATSAPP_NUMBER_IN_USE", "SETTING_LIMIT_REACHED", "STALE_DATA"],
  }),
  testWhatsapp: endpoint("POST /api_users/Member/TestWhatsAppCatalogID", {
    summary:
      "Tests each value separately at the provider; omitted values are taken from the saved number. A catalogue and its token alone are refused if they do not pass.",
    access: ["org:whatsapp:test", "org:whatsapp:edit"],
    errors: ["CHAT_VERIFICATION_FAILED"],
    request: z.object({
      recordID: ChannelId.optional(),
      appID: metaId(false).default(""),
      phoneNumberID: metaId(false).default(""),
      businessAccountID: metaId(false).default(""),
      catalogueID: metaId(false).default(""),
      accessToken: secret(4096),
      appSecret: secret(256),
    }),
    response: z.object({
      ok: z.boolean(),
      detail: z.string(),
      fields: z.array(TestedValue),
      /** The number, if the provider knows it. */
      number: z.object({ displayPhone: z.string(), verifiedName: z.string() }).nullable(),
    }),
  }),
  trialNumber: endpoint("GET /api_users/Member/WhatsappTrialNumber", {
    summary:
      "The values for connecting a sandbox number that no branch of any organisation uses yet, and the page of its customers' phone; null without a sandbox, as in production.",
    access: "org:whatsapp:edit",
    request: z.object({}),
    response: z
      .object({
        appID: z.string(),
        appSecret: z.string(),
        businessAccountID: z.string(),
        catalogueID: z.string(),
        accessToken: z.string(),
        phoneNumberID: z.string(),
        phonePage: z.string(),
      })
      .nullable(),
  }),
  setWhatsappStatus: endpoint("POST /api_users/Member/UpdateWhatsappStatus", {
    summary:
      "Switches a WhatsApp number on (1) or off (0). While it is off, it does not send, and messages that arrive are processed only if it is switched on again within seven days.",
    access: "org:whatsapp:edit",
    request: z.object({ recordID: ChannelId, status: z.number().int().min(0).max(1) }),
    response: z.null(),
  }),
  reloadStanding: endpoint("POST /api_users/Member/ReloadWhatsappNumber", {
    summary: "Asks the provider for the current state of a number: quality, limit, name.",
    access: "org:whatsapp:query",
    request: z.object({ recordID: ChannelId }),
    response: NumberStanding.nullable(),
  }),
  resumeChannel: endpoint("POST /api_users/Member/ResumeChannel", {
    summary: "Lets a WhatsApp channel send again, once the cause of its stop has been fixed.",
    access: "org:whatsapp:edit",
    request: z.object({ recordID: ChannelId }),
    response: z.null(),
  }),
};
