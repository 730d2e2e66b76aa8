import { chatStates } from "@homeroom/contract/chat-states";
import type { ConversationId } from "@homeroom/contract/ids";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findConversation } from "../queries/conversations.ts";
import { changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";

/** Marks a conversation that was read as one to be looked at again. */
export function markUnread(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  requireAccess(actor, chatStates.markUnread);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    if (conversation.unread_count > 0) return;
    const changed = await changeConversation(tx, conversation, { unread_count: 1 });
    await sayConversationChanged(tx, changed, null);
  });
}
