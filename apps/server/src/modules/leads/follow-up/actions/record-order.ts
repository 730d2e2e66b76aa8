import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { fieldsOf } from "../../record/rules/lead-row.ts";
import { addHistory, editedEntry, saveLead } from "../../record/writes/save-lead.ts";
import { statusAfter } from "../../record/writes/status-after.ts";

/** A step of an order, for the lead's history. */
export interface OrderStep {
  leadId: LeadId;
  /** The stored values: the order's number, the step, its amount. */
  details: Record<string, unknown>;
  /** Null: automatic. */
  operatorId: AccountId | null;
  at?: Date;
}

/** The lead of a new order, locked against merges. Throws NOT_FOUND if it is not visible. */
export async function lockBuyer(
  tx: Tx,
  scope: Scope,
  leadId: LeadId,
): Promise<{ leadId: LeadId; branchId: BranchId; nickname: string }> {
  const lead = await lockLead(tx, scope, leadId);
  return { leadId, branchId: lead.branch_id, nickname: lead.nickname };
}

/** Records a step of an order in the lead's history. */
export async function recordOrderStep(tx: Tx, scope: Scope, step: OrderStep): Promise<void> {
  await addHistory(tx, scope, [{ ...step, action: "order" }]);
}

/**
 * Records the payment of an order: a deal, which moves the lead to the status of that name, if the organisation has it,
 * and counts as a contact. A deleted lead's status stays as it is.
 */
export async function recordOrderPaid(tx: Tx, scope: Scope, step: OrderStep): Promise<void> {
  const { leadId, operatorId, details } = step;
  const lead = await lockAnyLead(tx, scope, leadId);
  if (!lead) return;
  if (lead.deleted_at) return addHistory(tx, scope, [{ ...step, action: "deal" }]);
  const before = fieldsOf(lead);
  const after = { ...before, status: await statusAfter(tx, scope, lead, "deal") };
  const fields = after.status === before.status ? [] : (["status"] as const);
  const now = new Date();
  await saveLead(tx, scope, {
    lead,
    columns: { status_id: after.status, last_contact_at: now, contacted_at: lead.contacted_at ?? now },
    entries: [...(await editedEntry(tx, scope, { before, after, fields })), { action: "deal", details }],
    actor: { accountId: operatorId },
  });
}

function lockAnyLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead | undefined> {
  return tx
    .selectFrom("lead")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
