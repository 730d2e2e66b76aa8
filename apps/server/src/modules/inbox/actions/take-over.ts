import type { ConversationId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { mayTakeOver } from "../policy.ts";
import { findConversation } from "../queries/conversations.ts";
import { type Conversation, changeConversation, sayConversationChanged } from "./change-conversation.ts";
import { holdForPerson, holdOf, isAnothers, releaseHold } from "./hold-conversation.ts";

/**
 * Makes the actor the one who answers a customer, whoever did until now. Throws NOT_FOUND out of sight, and
 * PERMISSION_DENIED when another person is active there from whom the actor may not take it. Again, it changes nothing.
 */
export function takeOver(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  requirePermission(actor, "chat:message:send");
  return withConversation(db, actor, conversationId, async (tx, conversation) => {
    const hold = await holdOf(tx, conversation);
    if (hold && isAnothers(hold, actor) && !mayTakeOver(actor, conversation)) throw new AppError("PERMISSION_DENIED");
    await holdForPerson(tx, conversation, actor);
    return hold?.account_id !== actor.accountId;
  });
}

/** Lets go of a conversation that the actor holds. What others hold stays theirs. */
export function releaseConversation(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  requirePermission(actor, "chat:message:query");
  return withConversation(db, actor, conversationId, async (tx, conversation) => {
    const hold = await holdOf(tx, conversation);
    return hold?.account_id === actor.accountId && (await releaseHold(tx, conversation));
  });
}

/** Does it to the locked conversation, and tells everybody when `work` says that its holder is another one now. */
function withConversation(
  db: Database,
  actor: Actor,
  conversationId: ConversationId,
  work: (tx: Tx, conversation: Conversation) => Promise<boolean>,
): Promise<void> {
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    if (!(await work(tx, conversation))) return;
    await sayConversationChanged(tx, await changeConversation(tx, conversation, {}), null);
  });
}
