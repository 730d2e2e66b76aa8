import type { ImageUse } from "@homeroom/contract/ai-images";
import type { EmailContent, EmailVariable } from "@homeroom/contract/email-templates";
import type { FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { EmailTemplateTable } from "@homeroom/database/email-tables";
import { type Selectable, sql } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { leadHeads } from "#modules/leads/public";
import { branchNames } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { newestFirst } from "#platform/paging/newest-first";

export type StoredEmailTemplate = Selectable<EmailTemplateTable>;

export interface EmailTemplatePage extends PageRequest {
  keywords?: string | undefined;
}

/** A page of the organisation's templates, newest first. An organisation has a few hundred at most. */
export async function listEmailTemplates(
  tx: Tx,
  scope: Scope,
  { keywords, ...page }: EmailTemplatePage,
): Promise<{ templates: StoredEmailTemplate[]; total: number; nextCursor: string | null }> {
  const words = containing(keywords);
  const all = templatesOf(tx, scope);
  const matching = keywords
    ? all.where(sql<boolean>`(name ilike ${words} or content ->> 'subject' ilike ${words})`)
    : all;
  const { rows, ...found } = await newestFirst(matching.selectAll(), page, "template_id");
  return { templates: rows, ...found };
}

function templatesOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("email_template")
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
}

/** A template's content; undefined if it does not exist. */
export function findEmailTemplate(tx: Tx, scope: Scope, id: RecordId): Promise<StoredEmailTemplate | undefined> {
  return templatesOf(tx, scope).selectAll().where("template_id", "=", id).executeTakeFirst();
}

/** The same. Throws NOT_FOUND if it does not exist. */
export async function emailTemplate(tx: Tx, scope: Scope, id: RecordId): Promise<StoredEmailTemplate> {
  const found = await findEmailTemplate(tx, scope, id);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockEmailTemplate(tx: Tx, scope: Scope, id: RecordId): Promise<StoredEmailTemplate> {
  const found = await templatesOf(tx, scope).selectAll().where("template_id", "=", id).forUpdate().executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** Names and categories of templates by id, removed ones too. */
export async function emailTemplatesByIds(
  tx: Tx,
  scope: Scope,
  ids: readonly RecordId[],
): Promise<Map<string, { name: string; category: EmailContent["category"] }>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .selectFrom("email_template")
    .select(["template_id", "name", "content"])
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "in", [...ids])
    .execute();
  return new Map(found.map(({ template_id, name, content }) => [template_id, { name, category: content.category }]));
}

type Facts = Readonly<Record<EmailVariable, string>>;

/** The values that mails use from leads, by their ids. The caller has checked the scope; deleted leads are left out. */
export async function mailFacts(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Map<string, Facts>> {
  const leads = await leadHeads(tx, scope, ids);
  const heads = [...leads.values()].filter(({ deletedAt }) => deletedAt === null);
  const people = await peopleByIds(tx, scope, [...new Set(heads.flatMap(({ salesId }) => salesId ?? []))]);
  const branches = await branchNames(tx, scope);
  return new Map(
    heads.map(({ leadId, nickname, salesId, branchId }) => [
      leadId,
      { nickname, sales: (salesId && people.get(salesId)?.nickname) ?? "", branch: branches.get(branchId) ?? "" },
    ]),
  );
}

/** The e-mail templates that show one of these files. */
export async function picturesOfMails(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "bulk:template:query") || fileIds.length === 0) return [];
  const found = await sql<Omit<ImageUse, "place">>`
    select template_id as "recordID", name from email_template
    where organization_id = ${actor.organizationId} and deleted_at is null and exists (
      select from jsonb_array_elements(content -> 'blocks') block
      where block ->> 'fileID' = any(${sql.val([...fileIds])}::text[]))
    order by name, template_id limit 100`.execute(tx);
  return found.rows.map((use) => ({ place: "emailTemplate", ...use }));
}
