import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The columns of a plan without approval. */
export const notApproved = { approved_at: null, approved_by: null, approved_total: null, approved_text: null };

/** An e-mail template changed: plans that were approved with it and have not started need approval again. */
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
