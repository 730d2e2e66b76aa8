import { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { expectFile } from "#modules/files/public";
import { recordCustomerMessage } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { recogniseContact } from "../../contacts/writes/recognise-contact.ts";
import { giveContact, openConversation } from "../../conversations/actions/open-conversation.ts";
import { stateOf } from "../../conversations/queries/conversation-filters.ts";
import { knownFromProvider, messageByProviderId } from "../../conversations/queries/message-rows.ts";
import { addConversationEvent } from "../../conversations/writes/add-conversation-event.ts";
import { type Conversation, publishMessageChange } from "../../conversations/writes/change-conversation.ts";
import { fileExpected } from "../../events.ts";
import type { InboundHappening, InboundMessage } from "../../port.ts";
import { customerTime } from "../../rules.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { applyEarlyEvents } from "../writes/apply-early-events.ts";
import { type Arrival, afterArrival, arrivedRow } from "../writes/arrival.ts";
import { receiveHappening } from "./receive-happening.ts";
import { receiveReaction } from "./receive-reaction.ts";

/**
 * A customer's message: finds or creates contact, lead and conversation, and appends the message. The
 * same message again changes nothing.
 */
export async function receiveMessage(tx: Tx, channel: InboundChannel, message: InboundMessage): Promise<void> {
  // Group messages stay in their stored delivery; they are not part of a person's conversation with us.
  if (message.groupId !== undefined) return receiveHappening(tx, channel, saidInGroup(message));
  if (message.kind === "reaction") return receiveReaction(tx, channel, message);
  const at = customerTime(message.sentAt, new Date());
  await lockProviderId(tx, channel.channelId, message.providerMessageId);
  const told = await knownFromProvider(tx, channel, message.providerMessageId);
  if (told.message) return;

  const known = await recogniseContact(tx, channel, message.from, { at, said: message.text });
  const scope = organizationScope(channel.organizationId);
  const lead = await recordCustomerMessage(tx, scope, { leadId: known.lead_id, at });
  const contact = lead.leadId === known.lead_id ? known : await giveContact(tx, known, lead.leadId);
  const conversation = await openConversation(tx, contact, lead);
  const changed = await appendMessage(tx, { contact, conversation, lead, message, at });
  await publishMessageChange(tx, changed.conversation, { messageId: changed.messageId, inbound: true });
  if (told.events) await applyEarlyEvents(tx, channel, message.providerMessageId);
}

function saidInGroup({ kind, from, sentAt }: InboundMessage): InboundHappening {
  return { type: "happening", happening: "group_message", providerType: kind, from, at: sentAt };
}

/** Appends the message to the conversation and updates the conversation and the contact's windows. */
async function appendMessage(tx: Tx, arrival: Arrival): Promise<{ conversation: Conversation; messageId: MessageId }> {
  const { contact, message } = arrival;
  const organizationId = contact.organization_id;
  const messageId = MessageId.parse(v7());
  const scope = organizationScope(organizationId);
  const fileId = message.media ? await expectFile(tx, scope, expectedFile(message.media)) : null;
  const { contactChange, conversation } = afterArrival(arrival, messageId);
  const quotedId = message.quotedId ? await quotedMessage(tx, contact, message.quotedId) : null;
  const row = arrivedRow(arrival, { conversation, messageId, fileId, quotedId });
  // One statement for three rows: at a few hundred messages a second round trips are the cost.
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

async function quotedMessage(tx: Tx, contact: Contact, providerMessageId: string): Promise<MessageId | null> {
  const channel = { organizationId: contact.organization_id, channelId: contact.channel_id };
  return (await messageByProviderId(tx, channel, providerMessageId))?.message_id ?? null;
}

function expectedFile(media: NonNullable<InboundMessage["media"]>): { name: string; contentType: string } {
  return { name: media.fileName ?? "", contentType: media.contentType };
}
