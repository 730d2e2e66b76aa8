import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Hours, WeekHours } from "./hours.ts";
import { BranchId } from "./ids.ts";

/**
 * Who gets an e-mail when a customer waits: nobody, the lead's sales person (else the branch), the branch, or named
 * addresses.
 */
export const waitingMailTargets = ["off", "sales", "branch", "custom"] as const;

const MailAddress = z.object({
  name: z.string().trim().min(1, "CHAT_NAME_REQUIRED").max(64),
  email: z.string().trim().min(1, "CHAT_CUSTOM_EMAIL_REQUIRED").max(254).pipe(z.email("LEAD_INVALID_EMAIL")),
});

const ChatRules = z.object({
  /** A conversation is released after this number of minutes without typing or sending by its holder. */
  holdIdleMinutes: z.number().int().min(1).max(240),
  /** A customer who writes after this number of days of silence counts as a repeat lead. */
  repeatLeadDays: z.number().int().min(1).max(365),
  notify: z.enum(waitingMailTargets),
  notifyAfterMinutes: z.number().int().min(1).max(1440),
  notifyEmails: z.array(MailAddress).max(10),
  /** When customers can expect an answer, for the reply time in office hours; none: at any hour. */
  officeHours: WeekHours,
});
export type ChatRules = z.infer<typeof ChatRules>;

const ChatSetting = ChatRules.extend({
  /** Null: the rules of the organisation, for every branch without its own. */
  branchID: BranchId.nullable(),
  /** The provider's rules, read-only: for how long a reply needs no template, and for how long it is free. */
  replyWindowHours: z.number().int(),
  freeReplySeconds: z.number().int(),
  /** 0: nothing has been saved yet. */
  version: z.number().int(),
});
export type ChatSetting = z.infer<typeof ChatSetting>;

export const chatSettings = {
  setting: endpoint("GET /api_chat/Chat/Setting", {
    summary:
      "How conversations are handled: by default, and at each branch that the caller can see; `own` says whether it has its own rules.",
    access: "org:chat:query",
    request: z.object({}),
    response: z.object({
      /** The defaults for branches without rules of their own. */
      organization: ChatSetting,
      /** Whether the caller may change them. */
      mayEditOrganization: z.boolean(),
      branches: z.array(
        z.object({ branchID: BranchId, name: z.string(), own: z.boolean(), setting: ChatSetting, email: z.string() }),
      ),
    }),
  }),
  saveSetting: endpoint("POST /api_chat/Chat/SaveSetting", {
    summary: "Saves how conversations are handled, for the organisation (branchID null) or for one branch.",
    access: "org:chat:edit",
    request: ChatRules.extend({
      branchID: BranchId.nullable(),
      /** Left out, they stay as they are. */
      officeHours: z.array(Hours).max(21).optional(),
      /** The version that was read; the save is refused if somebody has saved since. */
      version: z.number().int().min(0).optional(),
    }),
    response: z.object({ version: z.number().int() }),
    errors: ["CHAT_CUSTOM_EMAIL_REQUIRED", "CHAT_NAME_REQUIRED", "STALE_DATA"],
  }),
  useDefault: endpoint("POST /api_chat/Chat/UseDefaultSetting", {
    summary: "Removes a branch's own rules: the organisation's rules apply there again.",
    access: "org:chat:edit",
    request: z.object({ branchID: BranchId }),
    response: z.null(),
  }),
};
