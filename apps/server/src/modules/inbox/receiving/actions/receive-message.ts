import { type FileId, MessageId } from "@homeroom/contract/ids";
import { unsubscribePayload } from "@homeroom/contract/message-templates";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import { type Insertable, sql } from "kysely";
import { v7 } from "uuid";
import { expectFile } from "#modules/files/public";
import { noteCustomerMessage } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { recogniseContact } from "../../contacts/writes/recognise-contact.ts";
import { giveContact, openConversation } from "../../conversations/actions/open-conversation.ts";
import { stateOf } from "../../conversations/queries/conversation-filters.ts";
import { messageByProviderId, toldBefore } from "../../conversations/queries/message-rows.ts";
import { addConversationEvent, openState } from "../../conversations/writes/add-conversation-event.ts";
import { type Conversation, sayMessageChanged } from "../../conversations/writes/change-conversation.ts";
import { type Audience, fileExpected } from "../../events.ts";
import type { InboundHappening, InboundMessage } from "../../port.ts";
import { customerTime, later, windowsOpenedBy } from "../../rules.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { applyEarlyEvents } from "../writes/apply-early-events.ts";
import { receiveHappening } from "./receive-happening.ts";
import { receiveReaction } from "./receive-reaction.ts";

/**
 * A customer's message: their contact, lead and conversation are found or made, and the message is put at its end. The
 * same message again changes nothing.
 */
export async function receiveMessage(tx: Tx, channel: InboundChannel, message: InboundMessage): Promise<void> {
  // Words in a group are stored with their delivery; they are not part of anybody's conversation with us.
  if (message.groupId !== undefined) return receiveHappening(tx, channel, saidInGroup(message));
  if (message.kind === "reaction") return receiveReaction(tx, channel, message);
  const at = customerTime(message.sentAt, new Date());
  await lockProviderId(tx, channel.channelId, message.providerMessageId);
  const told = await toldBefore(tx, channel, message.providerMessageId);
  if (told.message) return;

  const known = await recogniseContact(tx, channel, message.from, at);
  const scope = organizationScope(channel.organizationId);
  const lead = await noteCustomerMessage(tx, scope, { leadId: known.lead_id, at });
  const contact = lead.leadId === known.lead_id ? known : await giveContact(tx, known, lead.leadId);
  const conversation = await openConversation(tx, contact, lead);
  const changed = await appendMessage(tx, { contact, conversation, lead, message, at });
  await sayMessageChanged(tx, changed.conversation, { messageId: changed.messageId, inbound: true });
  if (told.events) await applyEarlyEvents(tx, channel, message.providerMessageId);
}

function saidInGroup({ kind, from, sentAt }: InboundMessage): InboundHappening {
  return { type: "happening", happening: "group_message", providerType: kind, from, at: sentAt };
}

interface Arrival {
  contact: Contact;
  conversation: Conversation;
  lead: Audience;
  message: InboundMessage;
  /** When the customer said it. */
  at: Date;
}

/** Writes the message at the conversation's end, with what it means for the conversation and the contact's windows. */
async function appendMessage(tx: Tx, arrival: Arrival): Promise<{ conversation: Conversation; messageId: MessageId }> {
  const { contact, message } = arrival;
  const organizationId = contact.organization_id;
  const messageId = MessageId.parse(v7());
  const scope = organizationScope(organizationId);
  const fileId = message.media ? await expectFile(tx, scope, expectedFile(message.media)) : null;
  const { contactChange, conversation } = afterArrival(arrival, messageId);
  const row = await messageRow(tx, { arrival, conversation, messageId, fileId });
  // One statement for three rows: at a few hundred messages a second it is the round trips that count.
  await tx
    .with("changed_contact", (db) =>
      db
        .updateTable("channel_contact")
        .set(contactChange)
        .where("organization_id", "=", organizationId)
        .where("contact_id", "=", contact.contact_id),
    )
    .with("changed_conversation", (db) =>
      db
        .updateTable("conversation")
        .set({ ...conversation, changed_xid: sql`pg_current_xact_id()` })
        .where("organization_id", "=", organizationId)
        .where("conversation_id", "=", conversation.conversation_id),
    )
    .insertInto("message")
    .values(row)
    .execute();
  if (stateOf(arrival.conversation) !== "open" && stateOf(conversation) === "open")
    await addConversationEvent(tx, conversation, { kind: "reopened", actorId: null, details: { cause: "customer" } });
  if (fileId) await emit(tx, fileExpected, { organizationId, aggregateId: messageId, payload: { messageId } });
  return { conversation, messageId };
}

function afterArrival(arrival: Arrival, messageId: MessageId) {
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
  // The provider speaking about the customer: they have said nothing.
  if (message.kind === "system")
    return { contactChange: { profile_name: contact.profile_name, ...answerable }, conversation: arrived };
  const opened = windowsOpenedBy(message, at);
  const contactChange = {
    ...answerable,
    last_inbound_at: later(contact.last_inbound_at, at),
    window_ends_at: later(contact.window_ends_at, opened.window),
    ad_window_ends_at: later(contact.ad_window_ends_at, opened.adWindow),
    // Who has blocked us cannot write to us.
    blocked_at: contact.blocked_at && at > contact.blocked_at ? null : contact.blocked_at,
    // The unsubscribe button of a template.
    ...(message.details["payload"] === unsubscribePayload &&
      !(contact.marketing_said_at && contact.marketing_said_at > at) && {
        marketing_stopped_at: at,
        marketing_said_at: at,
      }),
  };
  return {
    contactChange,
    conversation: {
      ...arrived,
      ...openState,
      last_direction: "in" as const,
      last_inbound_at: later(conversation.last_inbound_at, at),
      unread_count: conversation.unread_count + 1,
      // Whoever answers has seen what was written before.
      customer_unread: false,
      window_ends_at: later(contactChange.window_ends_at, contactChange.ad_window_ends_at),
    },
  };
}

/** The newest event's token counts; events come in any order. */
function replyTokenOf({ contact, message, at }: Arrival) {
  if (message.replyToken === undefined || (contact.reply_token_at && contact.reply_token_at > at)) return {};
  return { reply_token: message.replyToken, reply_token_at: at };
}

async function messageRow(
  tx: Tx,
  of: { arrival: Arrival; conversation: Conversation; messageId: MessageId; fileId: FileId | null },
): Promise<Insertable<MessageTable>> {
  const { contact, message } = of.arrival;
  const channel = { organizationId: contact.organization_id, channelId: contact.channel_id };
  const quoted = message.quotedId ? await messageByProviderId(tx, channel, message.quotedId) : undefined;
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
    quoted_id: quoted?.message_id ?? null,
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

function expectedFile(media: NonNullable<InboundMessage["media"]>): { name: string; contentType: string } {
  return { name: media.fileName ?? "", contentType: media.contentType };
}

function mediaDetails({ media }: InboundMessage): Record<string, boolean> {
  return { ...(media?.voice && { voice: true }), ...(media?.animated && { animated: true }) };
}
