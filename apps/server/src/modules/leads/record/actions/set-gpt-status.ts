import type { LeadId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import { lockLead } from "../queries/load-lead.ts";

/**
 * Locks a lead that the scope sees and returns its GPT status: any other reply to the customer waits until the
 * transaction ends. Throws NOT_FOUND.
 */
export async function lockGptStatus(tx: Tx, scope: Scope, leadId: LeadId): Promise<number> {
  const { gpt_status: status } = await lockLead(tx, scope, leadId);
  return status;
}

/** Switches GPT for a lead that the scope sees and notifies the people looking at it. Throws NOT_FOUND. */
export async function setGptStatus(
  tx: Tx,
  scope: Scope,
  { leadId, status }: { leadId: LeadId; status: number },
): Promise<void> {
  const lead = await lockLead(tx, scope, leadId);
  if (lead.gpt_status === status) return;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ gpt_status: status, version, updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId, branchId: lead.branch_id, ...holders, version }, holders);
}
