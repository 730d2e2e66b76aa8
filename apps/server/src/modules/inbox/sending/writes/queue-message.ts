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

/** What a message quotes, and the channel that it was said in. */
export interface Quoted {
  quoted_id: MessageId;
  quoted_provider_id: string | null;
  channel_id: ChannelId;
}

/** A message of ours that is to go out. Whether it may has been decided before. */
export interface NewMessage {
  messageId: MessageId;
  /** What the provider is to be given: a kind of the port's OutboundContent. */
  kind: string;
  text: string;
  /** By kind: {fileName}, {template}, … */
  details: Record<string, unknown>;
  fileId: FileId | null;
  quoted: Quoted | null;
  author: Message["author"];
  /** The person who wrote it; null when no person did. */
  senderId: AccountId | null;
  /** Nothing is sent before this moment; null: at once. */
  notBefore: Date | null;
  /** It was somebody's before: shown as forwarded. */
  forwarded?: boolean;
  /** Written by a person who does not look at this conversation now: what the customer wrote stays unread. */
  unattended?: boolean;
  /** The broadcast plan that sends it. */
  broadcastPlanId?: RecordId;
}

/**
 * Puts a message at the end of a locked conversation and has it delivered to the contact. Everything that speaks to a
 * customer goes through here: people, the assistant, welcome messages, templates.
 */
export async function queueMessage(
  tx: Tx,
  conversation: Conversation,
  { contact, message, now }: { contact: Contact; message: NewMessage; now: Date },
): Promise<Message> {
  // A broadcast is no answer: the conversation keeps its place in the list, or has none, and a customer who waits goes on
  // waiting.
  const isAnswer = !message.broadcastPlanId;
  const changed = await changeConversation(tx, conversation, {
    last_position: conversation.last_position + 1,
    ...(isAnswer && {
      last_message_id: message.messageId,
      last_message_at: now,
      // What the product says by itself answers nobody: the customer goes on waiting.
      last_direction: message.author === "automatic" ? (conversation.last_direction ?? "out") : "out",
      customer_unread: false,
      contact_id: contact.contact_id,
      window_ends_at: later(contact.window_ends_at, contact.ad_window_ends_at),
    }),
    // A person who answers has read; what answers by itself leaves the customer's words for a person to read.
    ...(message.author === "staff" && !message.unattended && { unread_count: 0 }),
    // An answer settles what the assistant had left to staff.
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
      // A provider knows only what was said through its own channel; the others' words are quoted for us alone.
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
