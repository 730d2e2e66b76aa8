import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { failureReasons } from "./failure-reasons.ts";
import { BranchId, ChannelId } from "./ids.ts";

/** A secret as staff may see it: whether there is one, and its end, to be told from another. */
export const MaskedSecret = z.object({
  hasValue: z.boolean(),
  /** Empty when the secret is too short for its end to be shown. */
  last4: z.string().max(4),
});
export type MaskedSecret = z.infer<typeof MaskedSecret>;

/** A branch's WhatsApp number. Ids that are not known are empty. */
const WhatsappChannel = z.object({
  recordID: ChannelId,
  name: z.string(),
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** As the provider writes it. */
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
  /** The provider lets nothing more be sent since then, until somebody has put it right. */
  stopped: z.object({ at: z.string(), reason: z.enum(failureReasons) }).nullable(),
  /** What the provider's console must be told to call. */
  webhookUrl: z.string(),
  /** When the provider last called; null when it never did. */
  lastReceivedAt: z.string().nullable(),
});
export type WhatsappChannel = z.infer<typeof WhatsappChannel>;

export const channels = {
  whatsappSetting: endpoint("GET /api_users/Member/WhatsappSetting", {
    summary: "The WhatsApp channels of the branches that the caller sees, secrets masked.",
    access: "org:whatsapp:query",
    request: z.object({}),
    response: z.array(WhatsappChannel),
  }),
  resumeChannel: endpoint("POST /api_users/Member/ResumeChannel", {
    summary: "Lets a WhatsApp channel send again, after the cause of its stop has been put right.",
    access: "org:whatsapp:edit",
    request: z.object({ recordID: ChannelId }),
    response: z.null(),
  }),
};
