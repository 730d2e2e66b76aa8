import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { learnAbout, lockKnownContact, personKeys } from "../../contacts/writes/recognise-contact.ts";
import {
  changeConversation,
  lockConversation,
  publishMessageChange,
} from "../../conversations/writes/change-conversation.ts";
import type { InboundIdentityChange } from "../../port.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";

/**
 * A customer's number or id changed: their contact gets the new one, and a line in the conversation
 * informs staff. The lead's own phone number stays until staff change it.
 */
export async function receiveIdentityChange(
  tx: Tx,
  channel: InboundChannel,
  change: InboundIdentityChange,
): Promise<void> {
  await lockPerson(tx, channel.channelId, [...personKeys(change.from), ...personKeys(change.to)]);
  const before = await lockKnownContact(tx, channel, change.from);
  if (!before) return;
  // With both keys at once, so that a contact that already has the new one is merged with this one.
  const renamed = await lockKnownContact(tx, channel, change.from, change.to);
  const contact = await learnAbout(tx, renamed ?? before, change.to);
  const isNews = contact.phone !== before.phone || contact.provider_user_id !== before.provider_user_id;
  if (isNews) await addNotice(tx, contact, change);
}

async function addNotice(tx: Tx, contact: Contact, change: InboundIdentityChange): Promise<void> {
  const found = await lockConversation(tx, contact.organization_id, { leadId: contact.lead_id });
  if (!found) return;
  const conversation = await changeConversation(tx, found, { last_position: found.last_position + 1 });
  const messageId = MessageId.parse(v7());
  await tx
    .insertInto("message")
    .values({
      organization_id: contact.organization_id,
      message_id: messageId,
      conversation_id: conversation.conversation_id,
      channel_id: contact.channel_id,
      contact_id: contact.contact_id,
      position: conversation.last_position,
      direction: "in",
      kind: "system",
      details: JSON.stringify({ change: "identity", phone: contact.phone }),
      state: "received",
      sent_at: change.at,
      version: conversation.version,
    })
    .execute();
  await publishMessageChange(tx, conversation, { messageId, inbound: false });
}
