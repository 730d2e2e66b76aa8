import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { stopAfterRefusal } from "../rules.ts";

/**
 * Removes a template from the choices after WhatsApp refused to send it, until WhatsApp says that it works, or somebody
 * syncs it with WhatsApp. A second refusal changes nothing; newer changes and news are not overwritten.
 */
export function stopRefusedTemplate(
  db: Database,
  scope: Scope,
  refused: { templateId: RecordId; reason: FailureReason; sentAt: Date },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const template = await tx
      .selectFrom("message_template")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", refused.templateId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (template?.stopped !== null || template.approved_content === null) return;
    if (template.updated_at > refused.sentAt) return;
    const stopped = stopAfterRefusal(refused.reason);
    const now = new Date();
    await tx
      .updateTable("message_template")
      .set({
        stopped,
        // What is being written or reviewed keeps its own words.
        ...(template.review_status === "approved" && { reject_reason: stopped, reject_detail: "" }),
        checked_at: now,
        updated_at: now,
        version: template.version + 1,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", refused.templateId)
      .execute();
  });
}
