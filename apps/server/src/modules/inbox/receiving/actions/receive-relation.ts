import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { lockKnownContact, personKeys } from "../../contacts/writes/recognise-contact.ts";
import {
  changeConversation,
  lockConversation,
  publishMessageChange,
} from "../../conversations/writes/change-conversation.ts";
import { contactFollowed } from "../../events.ts";
import type { InboundRelation } from "../../port.ts";
import { customerTime } from "../../rules.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";
import { storePersonEvent } from "../writes/early-events.ts";
import { receiveMessage } from "./receive-message.ts";

/**
 * Somebody added us as a friend, or blocked us. A friend becomes a lead with a conversation; a block by an unknown person
 * is stored until they are known. Events arrive in any order: the latest counts, and a later message ends a block.
 */
export async function receiveRelation(tx: Tx, channel: InboundChannel, event: InboundRelation): Promise<void> {
  const at = customerTime(event.at, new Date());
  if (event.relation === "block") return recordBlock(tx, channel, { event, at });
  const { from, eventId, replyToken } = event;
  await receiveMessage(tx, channel, {
    type: "message",
    providerMessageId: `follow:${eventId}`,
    from,
    sentAt: event.at,
    kind: "system",
    text: "",
    details: { systemType: "follow" },
    ...(replyToken !== undefined && { replyToken }),
  });
  const contact = await lockKnownContact(tx, channel, from);
  if (!contact || isOutdated(contact, at)) return;
  await setRelation(tx, contact, { at, blockedAt: null });
  await emit(tx, contactFollowed, {
    organizationId: channel.organizationId,
    aggregateId: contact.contact_id,
    payload: { contactId: contact.contact_id, branchId: channel.branchId },
  });
}

async function recordBlock(
  tx: Tx,
  channel: InboundChannel,
  { event, at }: { event: InboundRelation; at: Date },
): Promise<void> {
  const keys = personKeys(event.from);
  if (keys.length === 0) return;
  await lockPerson(tx, channel.channelId, keys);
  const contact = await lockKnownContact(tx, channel, event.from);
  if (!contact) return storePersonEvent(tx, channel, { keys, event: { ...event, at } });
  if (isOutdated(contact, at)) return;
  if (contact.last_inbound_at && contact.last_inbound_at > at)
    return setRelation(tx, contact, { at, blockedAt: contact.blocked_at });
  await setRelation(tx, contact, { at, blockedAt: at });
  await publishBlock(tx, contact, at);
}

function isOutdated({ relation_changed_at: known }: Contact, at: Date): boolean {
  return known !== null && known >= at;
}

async function setRelation(
  tx: Tx,
  { organization_id, contact_id }: Contact,
  { at, blockedAt }: { at: Date; blockedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable("channel_contact")
    .set({
      relation_changed_at: at,
      blocked_at: blockedAt,
      // People who have blocked us get no more answers.
      ...(blockedAt && { reply_token: null, reply_token_at: null }),
    })
    .where("organization_id", "=", organization_id)
    .where("contact_id", "=", contact_id)
    .execute();
}

/** Adds a line to the conversation. The lead does not change, since nobody wrote anything. */
async function publishBlock(tx: Tx, contact: Contact, at: Date): Promise<void> {
  const organizationId = contact.organization_id;
  const conversation = await lockConversation(tx, organizationId, { leadId: contact.lead_id });
  if (!conversation) return;
  const messageId = MessageId.parse(v7());
  const changed = await changeConversation(tx, conversation, {
    last_position: conversation.last_position + 1,
    last_message_id: messageId,
    last_message_at: new Date(),
  });
  await tx
    .insertInto("message")
    .values({
      organization_id: organizationId,
      message_id: messageId,
      conversation_id: conversation.conversation_id,
      channel_id: contact.channel_id,
      contact_id: contact.contact_id,
      position: changed.last_position,
      direction: "in",
      kind: "system",
      details: JSON.stringify({ systemType: "block" }),
      state: "received",
      sent_at: at,
      version: changed.version,
    })
    .execute();
  await publishMessageChange(tx, changed, { messageId, inbound: false });
}
