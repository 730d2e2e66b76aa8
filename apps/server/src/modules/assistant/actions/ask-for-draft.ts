import { chatAssistant } from "@homeroom/contract/chat-assistant";
import type { ConversationId } from "@homeroom/contract/ids";
import { findConversation, talkOf } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import { answerWanted } from "../events.ts";
import { activeAgent } from "../queries/agents.ts";
import { unanswered, upToCustomer } from "../rules/unanswered.ts";

const messagesRead = 30;

/**
 * Requests a job that gets a suggested answer from the assistant in a conversation that the actor sees. Returns false if there is
 * no agent to ask, or nothing to answer. Throws NOT_FOUND.
 */
export async function askForDraft(
  db: Database,
  limit: RateLimit,
  { actor, conversationId }: { actor: Actor; conversationId: ConversationId },
): Promise<boolean> {
  requireAccess(actor, chatAssistant.redraft);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId });
    const talk = conversation && (await talkOf(tx, scope, { conversationId, last: messagesRead }));
    if (!talk) throw new AppError("NOT_FOUND");
    const agent = await activeAgent(tx, scope, talk.branchId);
    if (!agent || agent.attention_at || !unanswered(upToCustomer(talk.messages))) return false;
    await limit.take(actor.accountId);
    await emit(tx, answerWanted, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId, draft: true },
    });
    return true;
  });
}
