import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockTemplate } from "../queries.ts";

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
    // Not a new version: a form that is open on the text stays valid.
    await tx
      .updateTable("message_template")
      .set({ open_status: openStatus, updated_by: actor.accountId, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", templateId)
      .execute();
    await recordChange(tx, actor, {
      module: "template",
      action: openStatus === 1 ? "enabled" : "disabled",
      subject: { type: "template", id: templateId, name: template.name },
    });
  });
}
