import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { changeMessage, lockConversationOf, type Message } from "../../conversations/writes/change-conversation.ts";
import type { InboundStatus } from "../../port.ts";

/**
 * Our reaction to a message has finally failed: it reverts to the one that the customer sees, and shows the reason until somebody
 * reacts again. A reaction that changed meanwhile is left alone.
 */
export async function refuseReaction(
  tx: Tx,
  message: Message,
  { emoji, reason }: { emoji: string; reason: string },
): Promise<void> {
  const conversation = await lockConversationOf(tx, message);
  if (!conversation) return;
  const refused = await sql`
    update message_reaction set emoji = given_emoji, refused_emoji = emoji, error_reason = ${reason}, reacted_at = now()
    where organization_id = ${message.organization_id} and message_id = ${message.message_id}
      and direction = 'out' and emoji = ${emoji}`.execute(tx);
  if (!refused.numAffectedRows) return;
  await changeMessage(tx, conversation, { messageId: message.message_id, change: {} });
}

/**
 * The outcome of a reaction that the provider had accepted: WhatsApp says only later that a message was too old for
 * one. Returns whether the status is about a reaction. The provider's id is locked.
 */
export async function receiveReactionStatus(tx: Tx, channel: InboundChannel, status: InboundStatus): Promise<boolean> {
  const messageId = await reactedTo(tx, channel, status.providerMessageId);
  if (!messageId) return false;
  if (status.status !== "failed") return true;
  const message = await tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", channel.organizationId)
    .where("message_id", "=", messageId)
    .executeTakeFirstOrThrow();
  if (!(await lockConversationOf(tx, message))) return true;
  const failed = await sql<{ emoji: string }>`
    update message_reaction set given_emoji = former_emoji, provider_message_id = null
    from (select given_emoji as emoji, message_id from message_reaction
      where organization_id = ${channel.organizationId} and message_id = ${messageId} and direction = 'out') before
    where organization_id = ${channel.organizationId} and message_reaction.message_id = ${messageId}
      and message_reaction.message_id = before.message_id and direction = 'out'
      and provider_message_id = ${status.providerMessageId}
    returning before.emoji`.execute(tx);
  const [row] = failed.rows;
  if (row) await refuseReaction(tx, message, { emoji: row.emoji, reason: status.error?.reason ?? "unknown" });
  return true;
}

async function reactedTo(tx: Tx, channel: InboundChannel, providerMessageId: string): Promise<MessageId | undefined> {
  const row = await tx
    .selectFrom("message_reaction")
    .select("message_id")
    .where("organization_id", "=", channel.organizationId)
    .where("provider_message_id", "=", providerMessageId)
    .executeTakeFirst();
  return row?.message_id;
}
