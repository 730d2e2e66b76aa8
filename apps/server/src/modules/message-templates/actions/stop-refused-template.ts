import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockTemplate } from "../queries.ts";
import { stopAfterRefusal } from "../rules.ts";
import { recordTemplateChange } from "../writes.ts";

/**
 * Removes a template from the choices after WhatsApp refused to send it, until WhatsApp reports that it works, or somebody
 * syncs it with WhatsApp. A second refusal changes nothing; newer changes and reviews are not overwritten.
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
        // A draft or a template under review keeps its own reason.
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

/** Opens a template for use (1) or closes it (0). */
export function setOpenStatus(
  db: Database,
  actor: Actor,
  { templateId, openStatus }: { templateId: RecordId; openStatus: number },
): Promise<void> {
  requireAccess(actor, messageTemplates.setStatus);
  const scope = scopeOf(actor, "bulk:template:query");
  return inTransaction(db, scope, async (tx) => {
    const template = await lockTemplate(tx, scope, templateId);
    if (template.open_status === openStatus) return;
    // Not a new version: open forms stay valid.
    await tx
      .updateTable("message_template")
      .set({ open_status: openStatus, updated_by: actor.accountId, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", templateId)
      .execute();
    await recordTemplateChange(tx, actor, openStatus === 1 ? "enabled" : "disabled", {
      id: templateId,
      name: template.name,
    });
  });
}
