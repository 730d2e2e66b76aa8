import { emailTemplates } from "@homeroom/contract/email-templates";
import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { EmailTemplateUses } from "../port.ts";
import { lockEmailTemplate } from "../queries.ts";

/** Removes a template. Throws SETTING_ITEM_IN_USE while a plan waits to send it, NOT_FOUND when it is not there. */
export function removeEmailTemplate(
  db: Database,
  actor: Actor,
  { templateId, uses }: { templateId: RecordId; uses: readonly EmailTemplateUses[] },
): Promise<void> {
  requireAccess(actor, emailTemplates.remove);
  const scope = scopeOf(actor, "bulk:template:query");
  return inTransaction(db, scope, async (tx) => {
    const held = await lockEmailTemplate(tx, scope, templateId);
    for (const use of uses) if (await use.isUsed(tx, scope, templateId)) throw new AppError("SETTING_ITEM_IN_USE");
    await tx
      .updateTable("email_template")
      .set({ deleted_at: new Date(), updated_by: actor.accountId, version: held.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", templateId)
      .execute();
    await recordChange(tx, actor, {
      module: "template",
      action: "deleted",
      subject: { type: "emailTemplate", id: templateId, name: held.name },
    });
  });
}
