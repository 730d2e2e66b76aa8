import { isDeepStrictEqual } from "node:util";
import {
  EmailContent,
  type EmailTemplateForm,
  emailTemplates,
  maxEmailTemplates,
} from "@homeroom/contract/email-templates";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { EmailTemplateUses } from "../port.ts";
import { lockEmailTemplate } from "../queries.ts";
import { requirePictures } from "./require-pictures.ts";

/**
 * Creates or changes a template; `uses` are notified when its content changes. A repeated newID returns the template that was
 * created first. Throws NOT_FOUND, STALE_DATA, SETTING_LIMIT_REACHED, and FIELD_INVALID for a picture that the caller may
 * not show.
 */
export function saveEmailTemplate(
  db: Database,
  actor: Actor,
  form: EmailTemplateForm,
  uses: readonly EmailTemplateUses[] = [],
): Promise<{ recordID: RecordId }> {
  requirePermission(actor, form.recordID ? "bulk:template:edit" : "bulk:template:add");
  const scope = scopeOf(actor, "bulk:template:query");
  return refusingTakenId(takenId("newID"), () =>
    inTransaction(db, scope, async (tx) => {
      await requirePictures(tx, scope, actor, form);
      const { recordID: id } = form;
      return id ? change(tx, { scope, actor, form, id, uses }) : make(tx, { scope, actor, form });
    }),
  );
}

interface Saving {
  scope: Scope;
  actor: Actor;
  form: EmailTemplateForm;
}

async function make(tx: Tx, { scope, actor, form }: Saving): Promise<{ recordID: RecordId }> {
  const recordID = form.newID ?? RecordId.parse(v7());
  const made = await tx
    .insertInto("email_template")
    .values({
      organization_id: scope.organizationId,
      template_id: recordID,
      name: form.name,
      content: JSON.stringify(EmailContent.parse(form)),
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "template_id"]).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return { recordID };
  await refuseTooMany(tx, scope);
  await recordChange(tx, actor, {
    module: "template",
    action: "created",
    subject: { type: "emailTemplate", id: recordID, name: form.name },
  });
  return { recordID };
}

async function change(
  tx: Tx,
  { scope, actor, form, id, uses }: Saving & { id: RecordId; uses: readonly EmailTemplateUses[] },
): Promise<{ recordID: RecordId }> {
  const held = await lockEmailTemplate(tx, scope, id);
  requireVersion(held, form.version);
  const content = EmailContent.parse(form);
  await tx
    .updateTable("email_template")
    .set({
      name: form.name,
      content: JSON.stringify(content),
      updated_by: actor.accountId,
      updated_at: new Date(),
      version: held.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", id)
    .execute();
  if (!isDeepStrictEqual(EmailContent.parse(held.content), content))
    for (const use of uses) await use.contentChanged(tx, scope, id);
  await recordChange(tx, actor, {
    module: "template",
    action: "edited",
    subject: { type: "emailTemplate", id, name: form.name },
    before: { name: held.name, subject: held.content.subject },
    after: { name: form.name, subject: content.subject },
  });
  return { recordID: id };
}

/** Throws SETTING_LIMIT_REACHED if the new template exceeds the limit. Simultaneous creates wait here. */
async function refuseTooMany(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} e-mail templates`}, 7024))`.execute(
    tx,
  );
  const counted = await tx
    .selectFrom("email_template")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if ((counted?.count ?? 0) > maxEmailTemplates) throw new AppError("SETTING_LIMIT_REACHED");
}

/** Removes a template. Throws SETTING_ITEM_IN_USE while a plan waits to send it, NOT_FOUND if it does not exist. */
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
