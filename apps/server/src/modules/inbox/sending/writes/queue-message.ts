import type { AccountId, ChannelId, FileId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { Contact } from "../../contacts/queries/contacts.ts";
import {
  type Conversation,
  changeConversation,
  type Message,
  publishMessageChange,
} from "../../conversations/writes/change-conversation.ts";
import { endWait } from "../../conversations/writes/end-wait.ts";
import { messageQueued } from "../../events.ts";
import { later } from "../../rules.ts";

/** The quoted message and its channel. */
export interface QuotedMessage {
  quoted_id: MessageId;
  quoted_provider_id: string | null;
  channel_id: ChannelId;
}

/** An outgoing message. The caller has checked that it may be sent. */
export interface NewMessage {
  messageId: MessageId;
  /** The kind for the provider, one of the port's OutboundContent. */
  kind: string;
  text: string;
  /** By kind: {fileName}, {template}, … */
  details: Record<string, unknown>;
  fileId: FileId | null;
  quoted: QuotedMessage | null;
  author: Message["author"];
  /** The author; null if no person wrote it. */
  senderId: AccountId | null;
  /** Not sent before this time; null: at once. */
  notBefore: Date | null;
  /** Shown as forwarded. */
  forwarded?: boolean;
  /** Written by a person who does not have this conversation open: the customer's messages stay unread. */
  unattended?: boolean;
  /** The broadcast plan that sends it. */
  broadcastPlanId?: RecordId;
}

/**
 * Appends a message to a locked conversation and has it delivered to the contact. Every message to a
 * customer goes through here: people, the assistant, welcome messages, templates.
 */
export async function queueMessage(
  tx: Tx,
  conversation: Conversation,
  { contact, message, now }: { contact: Contact; message: NewMessage; now: Date },
): Promise<Message> {
  // A broadcast is not an answer: the conversation keeps its place in the list, or has none, and a waiting customer keeps
  // waiting.
  const isAnswer = !message.broadcastPlanId;
  const changed = await changeConversation(tx, conversation, {
    last_position: conversation.last_position + 1,
    ...(isAnswer && {
      last_message_id: message.messageId,
      last_message_at: now,
      // Automatic messages are not answers: the customer keeps waiting.
      last_direction: message.author === "automatic" ? (conversation.last_direction ?? "out") : "out",
      customer_unread: false,
      contact_id: contact.contact_id,
      window_ends_at: later(contact.window_ends_at, contact.ad_window_ends_at),
    }),
    // A person who answers has read the messages; an automatic answer leaves them unread.
    ...(message.author === "staff" && !message.unattended && { unread_count: 0 }),
    // An answer completes a handover by the assistant.
    ...(message.author !== "automatic" && { assistant_note: null }),
    ...(message.author === "staff" && { waiting_since: null }),
  });
  const row = await insertMessage(tx, changed, { contact, message, now });
  if (message.author === "staff" && !message.unattended)
    await endWait(tx, conversation, { messageId: message.messageId, accountId: message.senderId, at: now });
  await publishMessageChange(tx, changed, { messageId: message.messageId, inbound: false });
  const { conversation_id: conversationId, organization_id: organizationId } = conversation;
  const payload = { conversationId, notBefore: message.notBefore?.toISOString() ?? null };
  await emit(tx, messageQueued, { organizationId, aggregateId: conversationId, payload });
  return row;
}

function insertMessage(
  tx: Tx,
  conversation: Conversation,
  of: { contact: Contact; message: NewMessage; now: Date },
): Promise<Message> {
  const { message, contact } = of;
  return tx
    .insertInto("message")
    .values({
      organization_id: conversation.organization_id,
      message_id: message.messageId,
      conversation_id: conversation.conversation_id,
      channel_id: contact.channel_id,
      contact_id: contact.contact_id,
      position: conversation.last_position,
      direction: "out",
      kind: message.kind,
      text: message.text,
      details: JSON.stringify(message.details),
      file_id: message.fileId,
      provider_media_id: null,
      // A provider knows only messages of its own channel; other quotes are visible only to us.
      quoted_provider_id: message.quoted?.channel_id === contact.channel_id ? message.quoted.quoted_provider_id : null,
      quoted_id: message.quoted?.quoted_id ?? null,
      forwarded: message.forwarded ?? false,
      sender_id: message.senderId,
      author: message.author,
      state: "queued",
      next_attempt_at: message.notBefore,
      error_class: null,
      error_code: null,
      error_reason: null,
      error_detail: null,
      provider_message_id: null,
      broadcast_plan_id: message.broadcastPlanId ?? null,
      sent_at: of.now,
      version: conversation.version,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
