import { EmailContent, type EmailTemplateForm, maxEmailTemplates } from "@homeroom/contract/email-templates";
import { type FileId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { filesByIds } from "#modules/files/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { lockEmailTemplate } from "../queries.ts";

/**
 * Makes or changes a template. The same newID again answers the template that was made the first time. Throws NOT_FOUND,
 * STALE_DATA, SETTING_LIMIT_REACHED, and FIELD_INVALID for a picture that is not the organisation's.
 */
export function saveEmailTemplate(
  db: Database,
  actor: Actor,
  form: EmailTemplateForm,
): Promise<{ recordID: RecordId }> {
  requirePermission(actor, form.recordID ? "bulk:template:edit" : "bulk:template:add");
  const scope = scopeOf(actor, "bulk:template:query");
  return refusingTakenId(takenId("newID"), () =>
    inTransaction(db, scope, async (tx) => {
      await requirePictures(tx, scope, form);
      return form.recordID ? change(tx, { scope, actor, form, id: form.recordID }) : make(tx, { scope, actor, form });
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
  await requireRoom(tx, scope);
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
  await recordChange(tx, actor, {
    module: "template",
    action: "created",
    subject: { type: "emailTemplate", id: recordID, name: form.name },
  });
  return { recordID };
}

async function change(tx: Tx, { scope, actor, form, id }: Saving & { id: RecordId }): Promise<{ recordID: RecordId }> {
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
  await recordChange(tx, actor, {
    module: "template",
    action: "edited",
    subject: { type: "emailTemplate", id, name: form.name },
    before: { name: held.name, subject: held.content.subject },
    after: { name: form.name, subject: content.subject },
  });
  return { recordID: id };
}

async function requireRoom(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} e-mail templates`}, 7024))`.execute(
    tx,
  );
  const counted = await tx
    .selectFrom("email_template")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if ((counted?.count ?? 0) >= maxEmailTemplates) throw new AppError("SETTING_LIMIT_REACHED");
}

async function requirePictures(tx: Tx, scope: Scope, { blocks }: EmailContent): Promise<void> {
  const files = await filesByIds(tx, scope, pictureIdsOf(blocks));
  const fields = blocks.flatMap((block, at) =>
    block.type === "image" && !files.get(block.fileID)?.content_type.startsWith("image/")
      ? [{ field: `blocks.${at}.fileID`, name: "FIELD_INVALID" as const }]
      : [],
  );
  if (fields.length > 0) throw new AppError("FIELD_INVALID", {}, { fields });
}

/** The pictures of a template's blocks. */
function pictureIdsOf(blocks: EmailContent["blocks"]): FileId[] {
  return blocks.flatMap((block) => (block.type === "image" ? [block.fileID] : []));
}
