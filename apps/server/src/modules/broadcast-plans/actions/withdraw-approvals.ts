import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "../queries/plans.ts";

const withdrawn = { approved_at: null, approved_by: null, approved_total: null, approved_text: null };

/** What a plan has become is not what was approved. */
export async function withdrawApproval(tx: Tx, plan: Plan): Promise<void> {
  await tx
    .updateTable("broadcast_plan")
    .set(withdrawn)
    .where("organization_id", "=", plan.organization_id)
    .where("plan_id", "=", plan.plan_id)
    .execute();
}

/** An e-mail template says something else: plans that have not started and were approved with it are to be approved again. */
export async function withdrawApprovals(tx: Tx, scope: Scope, templateId: RecordId): Promise<void> {
  await tx
    .updateTable("broadcast_plan")
    .set((column) => ({ ...withdrawn, version: column("version", "+", 1) }))
    .where("organization_id", "=", scope.organizationId)
    .where("email_template_id", "=", templateId)
    .where("state", "=", "pending")
    .where("approved_at", "is not", null)
    .execute();
}
