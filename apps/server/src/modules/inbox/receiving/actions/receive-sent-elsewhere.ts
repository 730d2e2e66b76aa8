import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expectFile } from "#modules/files/public";
import { recordStaffMessageElsewhere } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { recogniseContact } from "../../contacts/writes/recognise-contact.ts";
import { giveContact, openConversation } from "../../conversations/actions/open-conversation.ts";
import { knownFromProvider, messageByProviderId } from "../../conversations/queries/message-rows.ts";
import {
  type Conversation,
  changeConversation,
  publishMessageChange,
} from "../../conversations/writes/change-conversation.ts";
import { endWait } from "../../conversations/writes/end-wait.ts";
import { fileExpected } from "../../events.ts";
import type { InboundChannel, SentElsewhere } from "../../port.ts";
import { customerTime, later } from "../../rules.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { applyEarlyEvents } from "../writes/apply-early-events.ts";

/**
 * A message that staff sent in the WhatsApp Business app: shown in the customer's conversation as sent from the phone. Like
 * any message of staff it marks the conversation as read and pauses the assistant. One that arrives after a later message of the
 * customer is not an answer: it is only added. Idempotent by the provider's id.
 */
export async function receiveSentElsewhere(tx: Tx, channel: InboundChannel, message: SentElsewhere): Promise<void> {
  const at = customerTime(message.sentAt, new Date());
  await lockProviderId(tx, channel.channelId, message.providerMessageId);
  const told = await knownFromProvider(tx, channel, message.providerMessageId);
  if (told.message) return;
  const known = await recogniseContact(tx, channel, message.to, { at });
  const scope = organizationScope(channel.organizationId);
  const lead = await recordStaffMessageElsewhere(tx, scope, { leadId: known.lead_id, at });
  const contact = lead.leadId === known.lead_id ? known : await giveContact(tx, known, lead.leadId);
  const conversation = await openConversation(tx, contact, lead);
  const messageId = MessageId.parse(v7());
  const isLate = conversation.last_inbound_at !== null && at < conversation.last_inbound_at;
  const position = { last_position: conversation.last_position + 1 };
  const latest = {
    contact_id: contact.contact_id,
    hidden_at: null,
    last_message_id: messageId,
    last_message_at: new Date(),
    last_direction: "out" as const,
    unread_count: 0,
    assistant_note: null,
    customer_unread: false,
    waiting_since: null,
    window_ends_at: later(contact.window_ends_at, contact.ad_window_ends_at),
  };
  const changed = await changeConversation(tx, conversation, isLate ? position : { ...position, ...latest });
  await insertMessage(tx, { contact, conversation: changed, message, messageId, isLate });
  if (!isLate) await endWait(tx, conversation, { messageId, accountId: null, at });
  await publishMessageChange(tx, changed, { messageId, inbound: false });
  if (told.events) await applyEarlyEvents(tx, channel, message.providerMessageId);
}

interface NewMessageElsewhere {
  contact: Contact;
  conversation: Conversation;
  message: SentElsewhere;
  messageId: MessageId;
  isLate: boolean;
}

async function insertMessage(
  tx: Tx,
  { contact, conversation, message, messageId, isLate }: NewMessageElsewhere,
): Promise<void> {
  const { organization_id: organizationId, channel_id: channelId } = contact;
  const { media } = message;
  const fileId = media
    ? await expectFile(tx, organizationScope(organizationId), {
        name: media.fileName ?? "",
        contentType: media.contentType,
      })
    : null;
  const quoted = message.quotedId
    ? await messageByProviderId(tx, { organizationId, channelId }, message.quotedId)
    : undefined;
  const marks = { ...(media?.voice && { voice: true }), ...(isLate && { late: true }), fromPhone: true };
  await tx
    .insertInto("message")
    .values({
      organization_id: organizationId,
      message_id: messageId,
      conversation_id: conversation.conversation_id,
      channel_id: channelId,
      contact_id: contact.contact_id,
      position: conversation.last_position,
      direction: "out",
      kind: message.kind,
      text: message.text,
      details: JSON.stringify({ ...message.details, ...marks }),
      file_id: fileId,
      provider_media_id: media?.mediaId ?? null,
      quoted_provider_id: message.quotedId ?? null,
      quoted_id: quoted?.message_id ?? null,
      forwarded: message.forwarded ?? false,
      author: "staff",
      state: "sent",
      provider_message_id: message.providerMessageId,
      sent_at: message.sentAt,
      version: conversation.version,
    })
    .execute();
  if (fileId) await emit(tx, fileExpected, { organizationId, aggregateId: messageId, payload: { messageId } });
}
