import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, ConversationId, RecordId } from "./ids.ts";

/** The longest time that a conversation can be snoozed. */
export const maxSnoozeDays = 366;

/** What reopened a conversation: a staff member, a message of the customer, or the end of its snooze. */
export const reopenCauses = ["staff", "customer", "time"] as const;

const ConversationEvent = z.object({
  recordID: RecordId,
  kind: z.enum(["closed", "snoozed", "reopened"]),
  actor: z.object({ accountID: AccountId, nickname: z.string(), avatar: z.string().nullable() }).nullable(),
  /** Only of a snoozed conversation. */
  until: z.string().nullable(),
  /** The contact result that it was closed with, under the name it had then. */
  result: z.string(),
  cause: z.enum(reopenCauses).nullable(),
  createTime: z.string(),
});
export type ConversationEvent = z.infer<typeof ConversationEvent>;

const OfConversation = z.object({ conversationId: ConversationId });

export const chatStates = {
  snoozeConversation: endpoint("POST /api_chat/Chat/SnoozeConversation", {
    summary: "Snoozes a conversation: it comes back at the given time, or when the customer writes.",
    access: "chat:message:label",
    request: OfConversation.extend({ until: z.iso.datetime() }),
    response: z.null(),
    errors: ["CHAT_SNOOZE_TIME"],
  }),
  closeConversation: endpoint("POST /api_chat/Chat/CloseConversation", {
    summary: "Closes a conversation, optionally with a contact result. It opens again when the customer writes.",
    access: "chat:message:label",
    request: OfConversation.extend({ resultID: RecordId.optional() }),
    response: z.null(),
  }),
  reopenConversation: endpoint("POST /api_chat/Chat/ReopenConversation", {
    summary: "Reopens a closed or snoozed conversation.",
    access: "chat:message:label",
    request: OfConversation,
    response: z.null(),
  }),
  markUnread: endpoint("POST /api_chat/Chat/MarkUnread", {
    summary: "Marks a conversation as unread for staff. The customer does not see this.",
    access: "chat:message:query",
    request: OfConversation,
    response: z.null(),
  }),
  conversationEvents: endpoint("GET /api_chat/Chat/ConversationEvents", {
    summary: "Who closed, snoozed and reopened a conversation and when: the latest 200, in order.",
    access: "chat:message:query",
    request: OfConversation,
    response: z.array(ConversationEvent),
  }),
};
