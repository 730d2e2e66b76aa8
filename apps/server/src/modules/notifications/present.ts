import { ConversationId } from "@homeroom/contract/ids";
import type { NotificationRow } from "@homeroom/contract/notifications";
import type { LeadHead } from "#modules/leads/public";
import type { Notification } from "./queries/my-notifications.ts";

/** Kinds whose subject is a conversation. */
const ofConversations: readonly string[] = [
  "message.received",
  "message.notSent",
  "note.mentioned",
  "assistant.handedOver",
];

/** A notification with the lead that it is about, if the reader may see it. */
export function presentNotification(row: Notification, lead: LeadHead | undefined): NotificationRow {
  const isOfConversation = ofConversations.includes(row.kind);
  return {
    recordID: row.notification_id,
    kind: row.kind,
    count: row.count,
    time: row.happened_at.toISOString(),
    isRead: row.read_at !== null,
    lead: lead ? { leadId: lead.leadId, nickname: lead.nickname } : null,
    conversationId: isOfConversation && lead ? ConversationId.parse(row.subject_id) : null,
    details: row.details,
  };
}
