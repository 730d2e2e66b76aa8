import type { LeadId } from "@homeroom/contract/ids";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import {
  audienceOf,
  type Conversation,
  changeConversation,
  lockConversation,
  publishConversationChange,
} from "../writes/change-conversation.ts";

/**
 * Copies a lead's branch, people and deletion to its conversation after a change, and notifies everyone who saw it
 * before or sees it now. The lead is read under the conversation's lock, so the last of several copies has the last
 * state.
 */
export function followLead(db: Database, scope: Scope, leadId: LeadId): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const conversation = await lockConversation(tx, scope.organizationId, { leadId });
    const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
    if (!conversation || !lead) return;
    const before = audienceOf(conversation);
    if (follows(conversation, lead)) return;
    const { branchId, salesId, tutorId } = lead;
    const change = { branch_id: branchId, sales_id: salesId, tutor_id: tutorId, hidden_at: lead.deletedAt };
    const changed = await changeConversation(tx, conversation, change);
    await publishConversationChange(tx, changed, before);
  });
}

/** The same for many leads: those whose conversation differs from them. */
export async function followLeads(db: Database, scope: Scope, leadIds: readonly LeadId[]): Promise<void> {
  const behind = await inTransaction(db, scope, async (tx) => {
    const conversations = await tx
      .selectFrom("conversation")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where(isOneOf("lead_id", leadIds))
      .execute();
    const leads = await leadHeads(
      tx,
      scope,
      conversations.map((one) => one.lead_id),
    );
    return conversations.filter((one) => {
      const lead = leads.get(one.lead_id);
      return lead && !follows(one, lead);
    });
  });
  for (const { lead_id: leadId } of behind) await followLead(db, scope, leadId);
}

function follows(conversation: Conversation, lead: LeadHead): boolean {
  const same = audienceOf(conversation);
  const people = same.branchId === lead.branchId && same.salesId === lead.salesId && same.tutorId === lead.tutorId;
  return people && (conversation.hidden_at === null) === (lead.deletedAt === null);
}
