import { RecordId } from "@homeroom/contract/ids";
import {
  type TemplateContent as Content,
  type EditTemplateForm,
  messageTemplates,
  TemplateContent,
  type TemplateForm,
  type TemplateLanguage,
} from "@homeroom/contract/message-templates";
import { withSent } from "@homeroom/contract/some-fields";
import type { MessageTemplateTable } from "@homeroom/database/template-tables";
import type { Updateable } from "kysely";
import { v7 } from "uuid";
import { fileById, type StoredFile, storePicture } from "#modules/files/public";
import { accountNumbers } from "#modules/inbox/public";
import { type Actor, can, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { loadTemplate, lockTemplate, type Template } from "../queries.ts";
import { sameToReviewer } from "../rules.ts";
import { recordTemplateChange } from "../writes.ts";
import { lockTemplates, requireRoom } from "./require-room.ts";

interface TemplateChange {
  actor: Actor;
  scope: Scope;
  form: TemplateForm;
}

/** Creates a draft, once per recordID. Throws TEMPLATE_NAME_TAKEN, SETTING_LIMIT_REACHED, or FEATURE_NOT_SET_UP (no account). */
export function addTemplate(db: Database, actor: Actor, form: TemplateForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, messageTemplates.add);
  const scope = scopeOf(actor, "bulk:template:query");
  return named(() => inTransaction(db, scope, (tx) => add(tx, { actor, scope, form })));
}

/** Makes a draft of the same name in another language, to be translated. Throws TEMPLATE_NAME_TAKEN. */
export function copyTemplate(
  db: Database,
  actor: Actor,
  of: { templateId: RecordId; language: TemplateLanguage },
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, messageTemplates.copy);
  const scope = scopeOf(actor, "bulk:template:query");
  const recordID = RecordId.parse(v7());
  return named(() =>
    inTransaction(db, scope, async (tx) => {
      const template = await loadTemplate(tx, scope, of.templateId);
      await requireRoom(tx, scope, template.business_account_id);
      const businessAccountId = template.business_account_id;
      await insertDraft(tx, scope, actor, { ...template, recordID, businessAccountId, language: of.language });
      await recordTemplateChange(tx, actor, "created", {
        id: recordID,
        name: template.name,
        after: { language: of.language, copyOf: template.language },
      });
      return { recordID };
    }),
  );
}

/**
 * Changes a template that is not under review; omitted fields stay. It is a draft again; the approved text stays in use.
 * Fields that WhatsApp does not review, such as the picture, change at once. Throws TEMPLATE_UNDER_REVIEW, TEMPLATE_FIXED,
 * TEMPLATE_NAME_TAKEN, and STALE_DATA when the version is named and somebody has saved since.
 */
export function editTemplate(
  db: Database,
  actor: Actor,
  form: EditTemplateForm & { recordID: RecordId },
): Promise<void> {
  requireAccess(actor, messageTemplates.edit);
  const scope = scopeOf(actor, "bulk:template:query");
  return named(() => inTransaction(db, scope, (tx) => edit(tx, { actor, scope, sent: form })));
}

/** Turns a violation of the unique name into TEMPLATE_NAME_TAKEN. */
async function named<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw new AppError("TEMPLATE_NAME_TAKEN", {}, { fields: [{ field: "name", name: "TEMPLATE_NAME_TAKEN" }] });
  }
}

async function add(tx: Tx, { actor, scope, form }: TemplateChange): Promise<{ recordID: RecordId }> {
  if (form.recordID && (await isMade(tx, scope, form.recordID))) return { recordID: form.recordID };
  const numbers = await accountNumbers(tx, scope);
  const number = form.channel ? numbers.find(({ channelId }) => channelId === form.channel) : numbers[0];
  if (!number) throw new AppError(form.channel ? "NOT_FOUND" : "FEATURE_NOT_SET_UP");
  const content = await contentOf(tx, { actor, scope, form }, null);
  await lockTemplates(tx, scope, number.businessAccountId);
  // The same request may have run at the same time.
  if (form.recordID && (await isMade(tx, scope, form.recordID))) return { recordID: form.recordID };
  await requireRoom(tx, scope, number.businessAccountId);
  const recordID = form.recordID ?? RecordId.parse(v7());
  const { businessAccountId } = number;
  await insertDraft(tx, scope, actor, { ...form, recordID, businessAccountId, content });
  await recordTemplateChange(tx, actor, "created", {
    id: recordID,
    name: form.name,
    after: { language: form.language, category: form.category, usage: form.usage, ...content },
  });
  return { recordID };
}

async function isMade(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean> {
  const found = await findRow(tx, scope, "message_template", { template_id: templateId });
  if (found) await lockTemplate(tx, scope, templateId);
  return found !== undefined;
}

interface Draft extends Pick<TemplateForm, "name" | "language" | "category" | "usage"> {
  recordID: RecordId;
  businessAccountId: string;
  content: Template["content"];
}

/** Stores a new template, which WhatsApp does not know yet. */
async function insertDraft(tx: Tx, scope: Scope, actor: Actor, draft: Draft): Promise<void> {
  const { recordID, businessAccountId, content, name, language, category, usage } = draft;
  await tx
    .insertInto("message_template")
    .values({
      organization_id: scope.organizationId,
      template_id: recordID,
      business_account_id: businessAccountId,
      ...{ name, language, category, usage },
      content: JSON.stringify(content),
      reject_reason: null,
      stopped: null,
      provider_id: null,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
}

async function edit(
  tx: Tx,
  { actor, scope, sent }: Omit<TemplateChange, "form"> & { sent: EditTemplateForm & { recordID: RecordId } },
): Promise<void> {
  const template = await lockTemplate(tx, scope, sent.recordID);
  if (template.review_status === "pending") throw new AppError("TEMPLATE_UNDER_REVIEW");
  requireVersion(template, sent.version);
  const form = withSent<TemplateForm>({ ...template, ...template.content }, sent);
  requireFixed(template, form);
  const content = await contentOf(tx, { actor, scope, form }, template.content);
  await tx
    .updateTable("message_template")
    .set({
      name: form.name,
      language: form.language,
      category: form.category,
      usage: form.usage,
      content: JSON.stringify(content),
      ...standingAfter(template, content),
      updated_by: actor.accountId,
      updated_at: new Date(),
      version: template.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", template.template_id)
    .execute();
  const { name, language, category, usage } = template;
  await recordTemplateChange(tx, actor, "edited", {
    id: template.template_id,
    name: form.name,
    before: { name, language, category, usage, ...template.content },
    after: { name: form.name, language: form.language, category: form.category, usage: form.usage, ...content },
  });
}

function standingAfter(template: Template, content: Content): Updateable<MessageTemplateTable> {
  const { review_status: status, approved_content: approved } = template;
  // A rejected template shows its reason until it is submitted again.
  if (status === "rejected") return { review_status: status };
  if (!approved || !sameToReviewer(content, approved)) return { review_status: "draft" };
  return { review_status: "approved", approved_content: JSON.stringify(content) };
}

/** WhatsApp identifies templates by name and language, and never moves an approved one to another category. */
function requireFixed(template: Template, form: TemplateForm): void {
  const { name, language, category } = template;
  const renamed = template.provider_id !== null && (form.name !== name || form.language !== language);
  const moved = template.approved_content !== null && form.category !== category;
  if (renamed || moved) throw new AppError("TEMPLATE_FIXED");
}

/** The form's text. A picture must be the actor's upload or the present one: another person's may be out of sight. */
async function contentOf(tx: Tx, { actor, scope, form }: TemplateChange, before: Content | null): Promise<Content> {
  const content = TemplateContent.parse(form);
  const { headerImage } = content;
  if (content.type !== "image") return { ...content, headerImage: null };
  if (!headerImage || headerImage === before?.headerImage) return content;
  const file = await fileById(tx, scope, headerImage);
  const usable = file?.storage_key && file.created_by === actor.accountId && file.content_type.startsWith("image/");
  if (!usable) throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "headerImage", name: "FIELD_INVALID" }] });
  return content;
}

const maxSide = 2048;

/** Stores a JPEG or PNG for the header of a template, upright and without the camera's metadata. */
export function uploadTemplateImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "bulk:template:add") && !can(actor, "bulk:template:edit")) throw new AppError("PERMISSION_DENIED");
  const scope = scopeOf(actor, "bulk:template:query");
  return storePicture(platform, scope, upload, { createdBy: actor.accountId, maxSide });
}
