import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { Schema } from "@homeroom/database/schema";
import type { MessageTemplateTable } from "@homeroom/database/template-tables";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { accountNumbers } from "#modules/inbox/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { newestFirst } from "#platform/paging/newest-first";

export type Template = Selectable<MessageTemplateTable>;

/** The filters of a list of templates. */
export interface TemplatePage extends PageRequest {
  keywords?: string | undefined;
  language?: readonly string[] | undefined;
  category?: string | undefined;
  usage?: string | undefined;
  reviewStatus?: readonly string[] | undefined;
}

/** Templates belong to business accounts: the scope sees those of the numbers within it. */
export async function visibleAccounts(tx: Tx, scope: Scope): Promise<string[]> {
  return [...new Set((await accountNumbers(tx, scope)).map(({ businessAccountId }) => businessAccountId))];
}

/** A page of the templates that a scope sees, newest first. An organisation has a few hundred at most. */
export async function listTemplates(
  tx: Tx,
  scope: Scope,
  page: TemplatePage,
): Promise<{ templates: Template[]; total: number; nextCursor: string | null }> {
  const accounts = await visibleAccounts(tx, scope);
  if (accounts.length === 0) return { templates: [], total: 0, nextCursor: null };
  const matching = tx
    .selectFrom("message_template")
    .where("organization_id", "=", scope.organizationId)
    .where("business_account_id", "in", accounts)
    .where("deleted_at", "is", null)
    .where((expression) => conditions(expression, page));
  const { rows, ...found } = await newestFirst(matching.selectAll(), page, "template_id");
  return { templates: rows, ...found };
}

/** The newest templates that a scope sees with the words in their name or text. */
export async function findTemplates(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<Pick<Template, "template_id" | "name" | "content">[]> {
  const accounts = await visibleAccounts(tx, scope);
  if (accounts.length === 0) return [];
  return tx
    .selectFrom("message_template")
    .select(["template_id", "name", "content"])
    .where("organization_id", "=", scope.organizationId)
    .where("business_account_id", "in", accounts)
    .where("deleted_at", "is", null)
    .where((expression) => conditions(expression, { keywords }))
    .orderBy("created_at", "desc")
    .orderBy("template_id", "desc")
    .limit(limit)
    .execute();
}

function conditions(expression: ExpressionBuilder<Schema, "message_template">, page: Partial<TemplatePage>) {
  const words = containing(page.keywords);
  return expression.and([
    ...(page.keywords ? [sql<boolean>`(name ilike ${words} or content ->> 'body' ilike ${words})`] : []),
    ...(page.language?.length ? [sql<boolean>`language = any(${sql.val([...page.language])}::text[])`] : []),
    ...(page.category ? [sql<boolean>`category = ${page.category}`] : []),
    ...(page.usage ? [sql<boolean>`usage = ${page.usage}`] : []),
    ...(page.reviewStatus?.length
      ? [sql<boolean>`review_status = any(${sql.val([...page.reviewStatus])}::text[])`]
      : []),
  ]);
}

/** A template that a scope sees. Throws NOT_FOUND for any other and for a removed one. */
export function loadTemplate(tx: Tx, scope: Scope, id: RecordId): Promise<Template> {
  return loaded(tx, scope, id, false);
}

/** The same, locked until the transaction ends. */
export function lockTemplate(tx: Tx, scope: Scope, id: RecordId): Promise<Template> {
  return loaded(tx, scope, id, true);
}

async function loaded(tx: Tx, scope: Scope, id: RecordId, hold: boolean): Promise<Template> {
  const accounts = await visibleAccounts(tx, scope);
  if (accounts.length === 0) throw new AppError("NOT_FOUND");
  const one = tx
    .selectFrom("message_template")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", id)
    .where("business_account_id", "in", accounts)
    .where("deleted_at", "is", null);
  const found = await (hold ? one.forUpdate() : one).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** A template of a business account. */
interface AccountTemplate {
  businessAccountId: string;
  templateId: RecordId;
}

/** Undefined for a template of any other account and for a removed one. */
export function findTemplateOfAccount(
  tx: Tx,
  scope: Scope,
  { businessAccountId, templateId }: AccountTemplate,
): Promise<Template | undefined> {
  return tx
    .selectFrom("message_template")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", templateId)
    .where("business_account_id", "=", businessAccountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Throws NOT_FOUND for a template of any other account and for a removed one. */
export async function templateOfAccount(tx: Tx, scope: Scope, wanted: AccountTemplate): Promise<Template> {
  const found = await findTemplateOfAccount(tx, scope, wanted);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** Names of templates for lists of other things, removed ones too. */
export async function templatesByIds(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  if (ids.length === 0) return new Map<RecordId, Pick<Template, "name" | "language" | "category">>();
  const found = await tx
    .selectFrom("message_template")
    .select(["template_id", "name", "language", "category"])
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "in", [...new Set(ids)])
    .execute();
  return new Map(found.map(({ template_id: id, ...template }) => [id, template]));
}

/** All templates of a business account, locked, for the comparison with WhatsApp's. */
export function lockTemplatesOf(tx: Tx, scope: Scope, businessAccountId: string): Promise<Template[]> {
  return tx
    .selectFrom("message_template")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("business_account_id", "=", businessAccountId)
    .where("deleted_at", "is", null)
    .orderBy("template_id")
    .forUpdate()
    .execute();
}

/** Further choices are found by typing. */
const maxChoices = 100;

/** Approved and open templates of a business account, by name. */
export function readyTemplates(
  tx: Tx,
  scope: Scope,
  wanted: {
    businessAccountId: string;
    keywords?: string | undefined;
    language?: string | undefined;
  },
): Promise<Template[]> {
  const words = containing(wanted.keywords);
  const open = tx
    .selectFrom("message_template")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("business_account_id", "=", wanted.businessAccountId)
    .where("deleted_at", "is", null)
    .where("approved_content", "is not", null)
    .where("open_status", "=", 1)
    .where("stopped", "is", null);
  const inLanguage = wanted.language ? open.where(sql<boolean>`language = ${wanted.language}`) : open;
  const named = wanted.keywords
    ? inLanguage.where(sql<boolean>`(name ilike ${words} or approved_content ->> 'body' ilike ${words})`)
    : inLanguage;
  return named.orderBy("name").orderBy("language").limit(maxChoices).execute();
}

/** A business account with templates whose review result is still missing. */
export interface WaitingReview {
  organizationId: OrganizationId;
  businessAccountId: string;
}

/** Accounts with a template under review or paused that was last queried before `before`, or whose submission stopped. */
export async function waitingReviews(db: Database, before: Date, handedBefore: Date): Promise<WaitingReview[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<WaitingReview>`
      select distinct organization_id as "organizationId", business_account_id as "businessAccountId"
      from message_template
      where deleted_at is null
        and ((review_status = 'pending' and (coalesce(checked_at, submitted_at) < ${before}
            or (handed_over_at is null and submitted_at < ${handedBefore})))
          or (stopped = 'paused' and checked_at < ${before}))
      limit 500`.execute(tx),
  );
  return found.rows;
}

/** The templates in an actor's scope that show one of these files. */
export async function picturesOfTemplates(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "bulk:template:query") || fileIds.length === 0) return [];
  const accounts = await visibleAccounts(tx, scopeOf(actor, "bulk:template:query"));
  const found = await sql<Omit<ImageUse, "place">>`
    select template_id as "recordID", name from message_template
    where organization_id = ${actor.organizationId} and deleted_at is null
      and business_account_id = any(${sql.val(accounts)}::text[])
      and content ->> 'headerImage' = any(${sql.val([...fileIds])}::text[])
    order by name, template_id limit 100`.execute(tx);
  return found.rows.map((use) => ({ place: "template", ...use }));
}
