import { chatComposer } from "@homeroom/contract/chat-composer";
import type { MessageId } from "@homeroom/contract/ids";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { channelById } from "../../channels/queries/channels.ts";
import { contactById } from "../../contacts/queries/contacts.ts";
import { changeMessage, type Message } from "../../conversations/writes/change-conversation.ts";
import { reactionGiven } from "../../events.ts";
import { isOneEmoji } from "../../rules.ts";
import { lockMessage, messageInSight } from "../writes/lock-message.ts";
import { requireSendable } from "./send-message.ts";

/**
 * Sets our reaction to a message of the customer, or removes it for an empty emoji; a job calls the provider. An unchanged one
 * only clears the error of a failed one. Throws REACTION_NOT_POSSIBLE for messages that take none, and the reason why
 * we cannot write to the customer.
 */
export function reactToMessage(
  db: Database,
  actor: Actor,
  { messageId, emoji }: { messageId: MessageId; emoji: string },
): Promise<Message> {
  requireAccess(actor, chatComposer.react);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { message, conversation } = await lockMessage(tx, scope, messageId);
    const { conversation_id: conversationId } = conversation;
    if (!(await takesReaction(tx, message)) || (emoji !== "" && !isOneEmoji(emoji)))
      throw new AppError("REACTION_NOT_POSSIBLE");
    const isNew = emoji !== (await ourReaction(tx, message));
    if (isNew) await requireSendable(tx, await contactById(tx, scope, message.contact_id), new Date());
    await storeReaction(tx, message, emoji);
    await changeMessage(tx, conversation, { messageId, change: {} });
    const about = { organizationId: scope.organizationId, aggregateId: conversationId };
    if (isNew) await emit(tx, reactionGiven, { ...about, payload: { conversationId, messageId } });
    return messageInSight(tx, scope, messageId);
  });
}

/** Only WhatsApp supports our reactions, and only on customers' messages that are not withdrawn. */
async function takesReaction(tx: Tx, message: Message): Promise<boolean> {
  if (message.direction !== "in" || message.kind === "system") return false;
  if (message.provider_message_id === null || message.revoked_at) return false;
  const channel = await channelById(tx, message.organization_id, message.channel_id);
  return channel?.kind === "whatsapp";
}

/** Empty when there is none. */
async function ourReaction(tx: Tx, message: Message): Promise<string> {
  const row = await tx
    .selectFrom("message_reaction")
    .select("emoji")
    .where("organization_id", "=", message.organization_id)
    .where("message_id", "=", message.message_id)
    .where("direction", "=", "out")
    .executeTakeFirst();
  return row?.emoji ?? "";
}

async function storeReaction(tx: Tx, message: Message, emoji: string): Promise<void> {
  const reacted_at = new Date();
  const fresh = { emoji, reacted_at, attempts: 0, refused_emoji: null, error_reason: null };
  await tx
    .insertInto("message_reaction")
    .values({
      organization_id: message.organization_id,
      message_id: message.message_id,
      direction: "out",
      emoji,
      reacted_at,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "message_id", "direction"]).doUpdateSet(fresh))
    .execute();
}
