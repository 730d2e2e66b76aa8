import type { MessageId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { visibleMessage } from "../../conversations/queries/message-rows.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";

/** A message that the scope sees, with its conversation, whose row is locked. Throws NOT_FOUND. */
export async function lockMessage(
  tx: Tx,
  scope: Scope,
  messageId: MessageId,
): Promise<{ message: Message; conversation: Conversation }> {
  const { conversation_id: conversationId } = await messageInSight(tx, scope, messageId);
  const conversation = await findConversation(tx, scope, { conversationId }, "lock");
  const message = await messageInSight(tx, scope, messageId);
  // Two leads were merged while we waited for the lock: the message is now in another conversation.
  if (message.conversation_id !== conversationId) return lockMessage(tx, scope, messageId);
  if (!conversation) throw new AppError("NOT_FOUND");
  return { message, conversation };
}

/** A message that the scope sees, as it is now. Throws NOT_FOUND. */
export async function messageInSight(tx: Tx, scope: Scope, messageId: MessageId): Promise<Message> {
  const message = await visibleMessage(tx, scope, messageId);
  if (!message) throw new AppError("NOT_FOUND");
  return message;
}
