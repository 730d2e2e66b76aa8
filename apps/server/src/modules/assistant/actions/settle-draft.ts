import { chatAssistant } from "@homeroom/contract/chat-assistant";
import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { findConversation } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { assistantChanged } from "../events.ts";

/** Removes a suggestion in a conversation that the actor sees, if it still exists. Throws NOT_FOUND. */
export function settleDraft(
  db: Database,
  actor: Actor,
  { conversationId, draftId }: { conversationId: ConversationId; draftId: RecordId },
): Promise<void> {
  requireAccess(actor, chatAssistant.settleDraft);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId });
    if (!conversation) throw new AppError("NOT_FOUND");
    const removed = await tx
      .deleteFrom("assistant_draft")
      .where("organization_id", "=", scope.organizationId)
      .where("conversation_id", "=", conversationId)
      .where("draft_id", "=", draftId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return;
    await emit(tx, assistantChanged, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: {
        conversationId,
        leadId: conversation.lead_id,
        branchId: conversation.branch_id,
        salesId: conversation.sales_id,
        tutorId: conversation.tutor_id,
      },
    });
  });
}
