import { z } from "zod";
import { channelKinds } from "./chat.ts";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, ConversationId, LeadId, MessageId, RecordId } from "./ids.ts";

/**
 * Why a customer is on today's list, the most urgent first: the reply window closes within hours, a message of ours did not
 * arrive, the customer waits for an answer, the day of contact has come, they came back, they have no sales person.
 */
export const todayReasons = ["closing", "failed", "waiting", "due", "repeat", "unassigned"] as const;
export type TodayReason = (typeof todayReasons)[number];

/** The most rows of one reason; a count that reaches it means that there may be more. */
export const maxOfOneReason = 100;

const Person = z.object({ accountID: AccountId, nickname: z.string() });

export const TodayItem = z.object({
  leadId: LeadId,
  branchID: BranchId,
  nickname: z.string(),
  avatar: z.string().nullable(),
  phone: z.string(),
  status: z.object({ recordID: RecordId, name: z.string() }).nullable(),
  sales: Person.nullable(),
  /** The most urgent reason, and the others. */
  reason: z.enum(todayReasons),
  also: z.array(z.enum(todayReasons)),
  /** When it began: the wait, the failure, the return, or the lead itself; null for a day of contact. */
  since: z.string().nullable(),
  /** When the reply window closes; only for `closing`. */
  until: z.string().nullable(),
  /** The day of contact; only for `due`. */
  day: z.iso.date().nullable(),
  conversationId: ConversationId.nullable(),
  channelKind: z.enum(channelKinds).nullable(),
  /** The last message of the conversation, or the one that did not arrive. */
  text: z.string(),
  /** The message that did not arrive; only for `failed`. */
  messageId: MessageId.nullable(),
  /** The lead's. */
  version: z.number().int(),
});
export type TodayItem = z.infer<typeof TodayItem>;

export const todayList = {
  list: endpoint("POST /api_users/Dashboard/TodayList", {
    summary: "The caller's tasks now, most urgent first; every customer once. At most 60.",
    access: "session",
    request: z.object({
      /** The caller's own and unassigned rows; or all that the caller sees. */
      whose: z.enum(["mine", "everyone"]).default("mine"),
      /** Only those with this reason. */
      reason: z.enum(todayReasons).optional(),
    }),
    response: z.object({
      list: z.array(TodayItem),
      /** The number for each reason, at most `maxOfOneReason`; a customer counts once for each of their reasons. */
      counts: z.record(z.enum(todayReasons), z.number().int()),
      /** Whether the caller sees more than their own. */
      seesOthers: z.boolean(),
    }),
  }),
};
