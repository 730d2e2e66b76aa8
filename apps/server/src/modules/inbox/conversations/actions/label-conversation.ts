import { chatHolding } from "@homeroom/contract/chat-holding";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { setLeadTags } from "#modules/leads/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findConversation } from "../queries/conversations.ts";

/** Gives the lead of a conversation that the actor sees these tags and no others. Throws NOT_FOUND out of sight. */
export function labelConversation(
  db: Database,
  actor: Actor,
  { tag, ...of }: RequestOf<typeof chatHolding.updateLabel>,
): Promise<void> {
  requireAccess(actor, chatHolding.updateLabel);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, of);
    if (!conversation) throw new AppError("NOT_FOUND");
    await setLeadTags(tx, scope, { actor, leadId: conversation.lead_id, tag });
  });
}
