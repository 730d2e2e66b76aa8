import type { MessageTable } from "@homeroom/database/inbox-tables";
import type { Updateable } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { messageByProviderId } from "../../conversations/queries/message-rows.ts";
import { changeMessage, lockConversation, type Message } from "../../conversations/writes/change-conversation.ts";
import type { InboundRevision } from "../../port.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { storeEarlyEvent } from "../writes/early-events.ts";

/** The customer edited or withdrew a message. The newest edit counts; a withdrawn message stays withdrawn. */
export async function receiveRevision(tx: Tx, channel: InboundChannel, revision: InboundRevision): Promise<void> {
  await lockProviderId(tx, channel.channelId, revision.originalId);
  const found = await messageByProviderId(tx, channel, revision.originalId);
  if (!found) return storeEarlyEvent(tx, channel, { key: revision.originalId, event: revision });
  if (found.direction !== "in") return;
  const conversation = await lockConversation(tx, channel.organizationId, { conversationId: found.conversation_id });
  const message = await messageByProviderId(tx, channel, revision.originalId);
  if (message && message.conversation_id !== found.conversation_id) return receiveRevision(tx, channel, revision);
  if (!conversation || !message) return;
  const change = revised(message, revision);
  if (change) await changeMessage(tx, conversation, { messageId: message.message_id, change });
}

function revised(message: Message, revision: InboundRevision): Updateable<MessageTable> | null {
  if (message.revoked_at) return null;
  if (revision.revision === "revoke") return { revoked_at: revision.at };
  if (revision.text === undefined || (message.edited_at && message.edited_at >= revision.at)) return null;
  return { text: revision.text, edited_at: revision.at };
}
