import { chatAssistant } from "@homeroom/contract/chat-assistant";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { findConversation } from "#modules/inbox/public";
import { gptStatus, lockGptStatus, setGptStatus } from "#modules/leads/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { answerWanted } from "../events.ts";
import { changeTurn, lockTurn } from "./change-turn.ts";

/**
 * Switches the assistant on or off for a customer whose conversation the actor sees; switched on, it answers waiting messages.
 * Returns the GPT status. Throws NOT_FOUND.
 */
export function switchAssistant(
  db: Database,
  actor: Actor,
  of: RequestOf<typeof chatAssistant.setGpt>,
): Promise<number> {
  requireAccess(actor, chatAssistant.setGpt);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { status } = of;
    const conversation = await findConversation(tx, scope, of);
    if (!conversation) throw new AppError("NOT_FOUND");
    const { lead_id: lead, conversation_id: id } = conversation;
    // The conversation is visible, and so is its lead.
    const whole = organizationScope(scope.organizationId);
    const before = await lockGptStatus(tx, whole, lead);
    const turn = await lockTurn(tx, scope, id);
    await changeTurn(tx, turn, { opened_at: turn.opened_at ?? new Date(), ...(status === 1 && { answers_in_row: 0 }) });
    // Paused counts as off.
    if (status === gptStatus.off && before === gptStatus.paused) return before;
    await setGptStatus(tx, whole, { leadId: lead, status });
    if (status === gptStatus.on && before !== gptStatus.on)
      await emit(tx, answerWanted, {
        organizationId: scope.organizationId,
        aggregateId: id,
        payload: { conversationId: id, draft: false },
      });
    return status;
  });
}
