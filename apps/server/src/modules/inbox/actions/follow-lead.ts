import type { LeadId } from "@homeroom/contract/ids";
import { leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { audienceOf, changeConversation, lockConversation, sayConversationChanged } from "./change-conversation.ts";

/**
 * Copies a lead's branch and people to its conversation after they changed, and tells those who saw it before as well as
 * those who see it now. The lead is read under the conversation's lock, so that the last of several copies the last state.
 */
export function followLead(db: Database, scope: Scope, leadId: LeadId): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const conversation = await lockConversation(tx, scope.organizationId, { leadId });
    const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
    if (!conversation || !lead) return;
    const before = audienceOf(conversation);
    const { branchId, salesId, tutorId } = lead;
    if (before.branchId === branchId && before.salesId === salesId && before.tutorId === tutorId) return;
    const change = { branch_id: branchId, sales_id: salesId, tutor_id: tutorId };
    const changed = await changeConversation(tx, conversation, change);
    await sayConversationChanged(tx, changed, before);
  });
}
