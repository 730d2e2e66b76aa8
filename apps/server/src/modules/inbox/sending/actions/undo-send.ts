import { chatComposer } from "@homeroom/contract/chat-composer";
import type { MessageId } from "@homeroom/contract/ids";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { standingOf } from "../../conversations/queries/conversation-standing.ts";
import { type Conversation, changeMessage, type Message } from "../../conversations/writes/change-conversation.ts";
import { resumeWait } from "../../conversations/writes/end-wait.ts";
import { messageQueued } from "../../events.ts";
import { canBeUndone } from "../../rules.ts";
import { lockMessage, messageInSight } from "../writes/lock-message.ts";

/**
 * Undoes the actor's own message before it is handed to the provider. It stays as a line without text; messages
 * after it are still sent. Throws MESSAGE_UNDO_TOO_LATE once it is being sent or was sent.
 */
export function undoSend(db: Database, actor: Actor, messageId: MessageId): Promise<Message> {
  requireAccess(actor, chatComposer.undoSend);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { message, conversation } = await lockMessage(tx, scope, messageId);
    const { conversation_id: conversationId } = conversation;
    if (message.sender_id !== actor.accountId) throw new AppError("PERMISSION_DENIED");
    if (message.state === "cancelled") return message;
    if (!canBeUndone(message)) throw new AppError("MESSAGE_UNDO_TOO_LATE");
    await cancel(tx, conversation, message);
    await emit(tx, messageQueued, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId, notBefore: null },
    });
    return messageInSight(tx, scope, messageId);
  });
}

async function cancel(tx: Tx, conversation: Conversation, message: Message): Promise<void> {
  const wasLast = conversation.last_message_id === message.message_id;
  const waiting_since = await resumeWait(tx, conversation, message.message_id);
  await changeMessage(tx, conversation, {
    messageId: message.message_id,
    change: { state: "cancelled", text: "", details: "{}", file_id: null, quoted_id: null, next_attempt_at: null },
    conversationChange: { ...(wasLast && (await standingWithout(tx, conversation, message))), waiting_since },
  });
}

/** From the messages before it. The time of the customer's last message stays: later ones count too. */
async function standingWithout(tx: Tx, conversation: Conversation, { position }: Message) {
  const { last_inbound_at: _kept, ...standing } = await standingOf(tx, conversation, position);
  return standing;
}
