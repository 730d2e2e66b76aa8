import { chat } from "@homeroom/contract/chat";
import type { OfConversation } from "@homeroom/contract/chat-address";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { conversationRead } from "../../events.ts";
import { findConversation } from "../queries/conversations.ts";
import { changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";

/** Staff have read a conversation to its end; the customer is shown so by a job. */
export function readConversation(db: Database, actor: Actor, of: OfConversation): Promise<void> {
  requireAccess(actor, chat.readConversation);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, of, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    if (conversation.unread_count === 0) return;
    const changed = await changeConversation(tx, conversation, { unread_count: 0 });
    await sayConversationChanged(tx, changed, null);
    const { conversation_id: conversationId } = conversation;
    await emit(tx, conversationRead, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId },
    });
  });
}
