import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { messageQueued } from "../events.ts";
import { findConversation } from "../queries/conversations.ts";
import { visibleMessage } from "../queries/message-rows.ts";
import { canBeUndone, isUnreadByCustomer } from "../rules.ts";
import { type Conversation, changeMessage, type Message } from "./change-conversation.ts";

/**
 * Takes one's own message back before anybody has handed it to the provider. It stays as a line without words; what was
 * written after it goes on. Throws MESSAGE_UNDO_TOO_LATE once somebody is sending it, or has.
 */
export function undoSend(db: Database, actor: Actor, messageId: MessageId): Promise<Message> {
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const found = await visibleMessage(tx, scope, messageId);
    if (!found) throw new AppError("NOT_FOUND");
    const conversationId = found.conversation_id;
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    const message = await visibleMessage(tx, scope, messageId);
    if (!conversation || !message) throw new AppError("NOT_FOUND");
    if (message.sender_id !== actor.accountId) throw new AppError("PERMISSION_DENIED");
    if (message.state === "cancelled") return message;
    if (!canBeUndone(message)) throw new AppError("MESSAGE_UNDO_TOO_LATE");
    await cancel(tx, conversation, message);
    await emit(tx, messageQueued, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId, notBefore: null },
    });
    const cancelled = await visibleMessage(tx, scope, messageId);
    if (!cancelled) throw new AppError("NOT_FOUND");
    return cancelled;
  });
}

async function cancel(tx: Tx, conversation: Conversation, message: Message): Promise<void> {
  const wasLast = conversation.last_message_id === message.message_id;
  await changeMessage(tx, conversation, {
    messageId: message.message_id,
    change: { state: "cancelled", text: "", details: "{}", file_id: null, quoted_id: null, next_attempt_at: null },
    ...(wasLast && { conversationChange: await standingBefore(tx, message) }),
  });
}

/** How the conversation stands without the message: by the one that was said before it. */
async function standingBefore(tx: Tx, message: Message) {
  const found = await sql<Pick<Message, "message_id" | "created_at" | "direction" | "state">>`
    select message_id, created_at, direction, state from message
    where organization_id = ${message.organization_id} and conversation_id = ${message.conversation_id}
      and position < ${message.position} and kind not in ('note', 'system') and state <> 'cancelled'
    order by position desc limit 1`.execute(tx);
  const [before] = found.rows;
  return {
    last_message_id: before?.message_id ?? null,
    last_message_at: before?.created_at ?? null,
    last_direction: before?.direction ?? null,
    customer_unread: before?.direction === "out" && isUnreadByCustomer(before.state),
  };
}
