import type { FileId, MessageId } from "@homeroom/contract/ids";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import type { Insertable } from "kysely";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { openState } from "../../conversations/writes/add-conversation-event.ts";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";
import type { Audience } from "../../events.ts";
import type { InboundMessage } from "../../port.ts";
import { later, windowsOpenedBy } from "../../rules.ts";
import { marketingChoice } from "../rules.ts";

/** An inbound message with its contact and conversation as they were before it. */
export interface Arrival {
  contact: Contact;
  conversation: Conversation;
  lead: Audience;
  message: InboundMessage;
  /** When the customer sent it. */
  at: Date;
}

/** The contact's changed fields and the updated conversation. */
export function afterArrival(arrival: Arrival, messageId: MessageId) {
  const { contact, conversation, lead, message, at } = arrival;
  const arrived = {
    ...conversation,
    branch_id: lead.branchId,
    sales_id: lead.salesId,
    tutor_id: lead.tutorId,
    contact_id: contact.contact_id,
    // A deleted lead has just come back.
    hidden_at: null,
    last_position: conversation.last_position + 1,
    last_message_id: messageId,
    last_message_at: new Date(),
    version: conversation.version + 1,
  };
  const answerable = replyTokenOf(arrival);
  // A system message from the provider: the customer wrote nothing.
  if (message.kind === "system")
    return { contactChange: { profile_name: contact.profile_name, ...answerable }, conversation: arrived };
  const opened = windowsOpenedBy(message, at);
  const contactChange = {
    ...answerable,
    last_inbound_at: later(contact.last_inbound_at, at),
    window_ends_at: later(contact.window_ends_at, opened.window),
    ad_window_ends_at: later(contact.ad_window_ends_at, opened.adWindow),
    // An inbound message proves that the customer has not blocked us.
    blocked_at: contact.blocked_at && at > contact.blocked_at ? null : contact.blocked_at,
    ...marketingChange(arrival),
  };
  return {
    contactChange,
    conversation: {
      ...arrived,
      ...openState,
      last_direction: "in" as const,
      last_inbound_at: later(conversation.last_inbound_at, at),
      unread_count: conversation.unread_count + 1,
      waiting_since: conversation.waiting_since ?? at,
      // A customer who answers has read our earlier messages.
      customer_unread: false,
      window_ends_at: later(contactChange.window_ends_at, contactChange.ad_window_ends_at),
    },
  };
}

/** The message's decision about marketing, unless the customer has decided since. */
function marketingChange({ contact, message, at }: Arrival) {
  const choice = marketingChoice(message);
  if (!choice || (contact.marketing_said_at && contact.marketing_said_at > at)) return {};
  return {
    marketing_stopped_at: choice === "stop" ? at : null,
    marketing_said_at: at,
    marketing_words: message.text.trim(),
  };
}

/** Only the newest event's reply token is kept; events arrive in any order. */
function replyTokenOf({ contact, message, at }: Arrival) {
  if (message.replyToken === undefined || (contact.reply_token_at && contact.reply_token_at > at)) return {};
  return { reply_token: message.replyToken, reply_token_at: at };
}

/** The row of a customer's message. `conversation`: as it is with the message. */
export function arrivedRow(
  { contact, message }: Arrival,
  of: { conversation: Conversation; messageId: MessageId; fileId: FileId | null; quotedId: MessageId | null },
): Insertable<MessageTable> {
  return {
    organization_id: contact.organization_id,
    message_id: of.messageId,
    conversation_id: of.conversation.conversation_id,
    channel_id: contact.channel_id,
    contact_id: contact.contact_id,
    position: of.conversation.last_position,
    direction: "in",
    kind: message.kind,
    text: message.text,
    details: JSON.stringify({ ...message.details, ...mediaDetails(message) }),
    file_id: of.fileId,
    provider_media_id: message.media?.mediaId ?? null,
    quoted_provider_id: message.quotedId ?? null,
    quoted_id: of.quotedId,
    referral: message.referral ? JSON.stringify(message.referral) : null,
    forwarded: message.forwarded ?? false,
    sender_id: null,
    state: "received",
    error_class: null,
    error_code: null,
    error_reason: null,
    error_detail: null,
    provider_message_id: message.providerMessageId,
    sent_at: message.sentAt,
    version: of.conversation.version,
  };
}

function mediaDetails({ media }: InboundMessage): Record<string, boolean> {
  return { ...(media?.voice && { voice: true }), ...(media?.animated && { animated: true }) };
}
