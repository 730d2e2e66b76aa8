import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A plan that nobody has approved, or no longer. */
export const notApproved = { approved_at: null, approved_by: null, approved_total: null, approved_text: null };

/** An e-mail template says something else: plans that have not started and were approved with it are to be approved again. */
export async function withdrawApprovals(tx: Tx, scope: Scope, templateId: RecordId): Promise<void> {
  await tx
    .updateTable("broadcast_plan")
    .set((column) => ({ ...notApproved, version: column("version", "+", 1) }))
    .where("organization_id", "=", scope.organizationId)
    .where("email_template_id", "=", templateId)
    .where("state", "=", "pending")
    .where("approved_at", "is not", null)
    .execute();
}
