import type { MessageId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { reactionGiven } from "../events.ts";
import { channelById } from "../queries/channels.ts";
import { findConversation } from "../queries/conversations.ts";
import { visibleMessage } from "../queries/message-rows.ts";
import { isOneEmoji } from "../rules.ts";
import { changeMessage, type Message } from "./change-conversation.ts";
import { requireGround } from "./send-message.ts";

/**
 * Puts our reaction on a message of the customer, or takes it back with an empty emoji; a job tells the provider. Throws
 * REACTION_NOT_POSSIBLE for what takes none, and what keeps us from writing to the customer.
 */
export function reactToMessage(
  db: Database,
  actor: Actor,
  { messageId, emoji }: { messageId: MessageId; emoji: string },
): Promise<Message> {
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const found = await visibleMessage(tx, scope, messageId);
    if (!found) throw new AppError("NOT_FOUND");
    const conversationId = found.conversation_id;
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    const message = await visibleMessage(tx, scope, messageId);
    if (!conversation || !message) throw new AppError("NOT_FOUND");
    if (!(await takesReaction(tx, message)) || (emoji !== "" && !isOneEmoji(emoji)))
      throw new AppError("REACTION_NOT_POSSIBLE");
    const contact = await tx
      .selectFrom("channel_contact")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where("contact_id", "=", message.contact_id)
      .executeTakeFirstOrThrow();
    await requireGround(tx, contact, new Date());
    await keepReaction(tx, message, emoji);
    await changeMessage(tx, conversation, { messageId, change: {} });
    const { organizationId } = scope;
    await emit(tx, reactionGiven, {
      organizationId,
      aggregateId: conversationId,
      payload: { conversationId, messageId },
    });
    const reacted = await visibleMessage(tx, scope, messageId);
    if (!reacted) throw new AppError("NOT_FOUND");
    return reacted;
  });
}

/** Only WhatsApp has reactions of ours, and only what the customer said and has not withdrawn. */
async function takesReaction(tx: Tx, message: Message): Promise<boolean> {
  if (message.direction !== "in" || message.kind === "system") return false;
  if (message.provider_message_id === null || message.revoked_at) return false;
  const channel = await channelById(tx, message.organization_id, message.channel_id);
  return channel?.kind === "whatsapp";
}

async function keepReaction(tx: Tx, message: Message, emoji: string): Promise<void> {
  const reacted_at = new Date();
  await tx
    .insertInto("message_reaction")
    .values({
      organization_id: message.organization_id,
      message_id: message.message_id,
      direction: "out",
      emoji,
      reacted_at,
    })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "message_id", "direction"]).doUpdateSet({ emoji, reacted_at }),
    )
    .execute();
}
