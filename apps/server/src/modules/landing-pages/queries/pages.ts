import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { ButtonAccount, PageFilters, PublishStatus } from "@homeroom/contract/landing-pages";
import { customLists } from "@homeroom/contract/media";
import { themePicture } from "@homeroom/contract/page-design/choices";
import type { PageRequest } from "@homeroom/contract/paging";
import type { Schema } from "@homeroom/database/schema";
import { type SelectQueryBuilder, sql } from "kysely";
import { channelsInScope, type ListedChannel } from "#modules/inbox/public";
import { itemsOf } from "#modules/lists/public";
import { containing } from "#platform/db/containing";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { newestFirst } from "#platform/paging/newest-first";
import { internationalNumber, splitPhone } from "#platform/phones/phones";
import type { LandingPage } from "../rules/landing-page.ts";

/** A page of the landing pages, the newest first. */
export async function listPages(
  tx: Tx,
  scope: Scope,
  page: PageFilters & PageRequest,
): Promise<{ pages: LandingPage[]; total: number; nextCursor: string | null }> {
  const { rows, ...found } = await newestFirst(matchingPages(tx, scope, page).selectAll(), page, "page_id");
  return { pages: rows, ...found };
}

const statusConditions: Readonly<Record<PublishStatus, ReturnType<typeof sql<boolean>>>> = {
  draft: sql<boolean>`published_at is null`,
  published: sql<boolean>`(live_version_id is not null and published_revision = revision)`,
  changed: sql<boolean>`(live_version_id is not null and published_revision <> revision)`,
  offline: sql<boolean>`(published_at is not null and live_version_id is null)`,
};

function matchingPages(
  tx: Tx,
  scope: Scope,
  { keywords, publishStatus, category }: PageFilters,
): SelectQueryBuilder<Schema, "landing_page", unknown> {
  let query = withinReach(tx.selectFrom("landing_page"), scope).where("deleted_at", "is", null);
  if (keywords) {
    const words = containing(keywords);
    query = query.where(sql<boolean>`(name ilike ${words} or url_name ilike ${words})`);
  }
  if (publishStatus?.length) {
    query = query.where(
      sql<boolean>`(${sql.join(
        publishStatus.map((one) => statusConditions[one]),
        sql` or `,
      )})`,
    );
  }
  if (category?.length) query = query.where(isOneOf("category_id", category));
  return query;
}

/** Only pages whose leads go to a branch of the scope. */
export function withinReach(
  query: SelectQueryBuilder<Schema, "landing_page", unknown>,
  { organizationId, branchIds }: Scope,
): SelectQueryBuilder<Schema, "landing_page", unknown> {
  const own = query.where("organization_id", "=", organizationId);
  return branchIds === null ? own : own.where(isOneOf("branch_id", branchIds));
}

/** A page within reach. Throws NOT_FOUND for one that is not there or was deleted. */
export async function loadPage(tx: Tx, scope: Scope, id: RecordId): Promise<LandingPage> {
  const found = await withinReach(tx.selectFrom("landing_page"), scope)
    .selectAll()
    .where("page_id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, held until the transaction ends so that nobody else changes it meanwhile. */
export async function lockPage(tx: Tx, scope: Scope, id: RecordId): Promise<LandingPage> {
  const page = await lockAnyPage(tx, scope, id);
  if (!page || page.deleted_at) throw new AppError("NOT_FOUND");
  return page;
}

/** The same for a page that may be deleted; undefined when there never was one. */
export function lockAnyPage(tx: Tx, scope: Scope, id: RecordId): Promise<LandingPage | undefined> {
  return withinReach(tx.selectFrom("landing_page"), scope)
    .selectAll()
    .where("page_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** How many pages an organisation has. */
export async function countPages(tx: Tx, { organizationId }: Scope): Promise<number> {
  const found = await tx
    .selectFrom("landing_page")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found?.count ?? 0;
}

/** Whether another page of the organisation has the URL name. */
export async function isUrlNameTaken(
  tx: Tx,
  { organizationId }: Scope,
  { urlName, pageId }: { urlName: string; pageId: RecordId | undefined },
): Promise<boolean> {
  let query = tx
    .selectFrom("landing_page")
    .select("page_id")
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`lower(url_name) = lower(${urlName})`)
    .where("deleted_at", "is", null);
  if (pageId) query = query.where("page_id", "<>", pageId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Which of these files are pictures of pages already: those may be used again. */
export async function picturesInPages(tx: Tx, { organizationId }: Scope, ids: readonly FileId[]): Promise<Set<FileId>> {
  const found = await sql<{ id: FileId }>`
    select distinct picture.id from landing_page, unnest(picture_ids) as picture(id)
    where organization_id = ${organizationId} and picture.id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  return new Set(found.rows.map(({ id }) => id));
}

interface Counts {
  views: number;
  clicks: number;
  leads: number;
}

/** The views, button presses and leads of pages, from their first day. */
export async function countsOf(
  tx: Tx,
  { organizationId }: Scope,
  ids: readonly RecordId[],
): Promise<Map<RecordId, Counts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("landing_day")
    .select([
      "page_id as id",
      sql<number>`sum(view_count)::int`.as("views"),
      sql<number>`sum(click_count)::int`.as("clicks"),
      sql<number>`sum(lead_count)::int`.as("leads"),
    ])
    .where("organization_id", "=", organizationId)
    .where(isOneOf("page_id", ids))
    .groupBy("page_id")
    .execute();
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The names of pages, deleted ones too, and whether visitors find them, by id. */
export async function namedPages(
  tx: Tx,
  { organizationId }: Scope,
  ids: readonly RecordId[],
): Promise<Map<RecordId, { name: string; isOnline: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("landing_page")
    .select(["page_id as id", "name", "live_version_id as live"])
    .where("organization_id", "=", organizationId)
    .where(isOneOf("page_id", ids))
    .execute();
  return new Map(rows.map(({ id, name, live }) => [id, { name, isOnline: live !== null }]));
}

/** What ads spent while they were bound to pages. */
export async function spendOf(
  tx: Tx,
  { organizationId }: Scope,
  ids: readonly RecordId[],
): Promise<Map<RecordId, { currency: string; amount: number }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("ad_page_spend")
    .select(["page_id as id", "currency", "spend"])
    .where("organization_id", "=", organizationId)
    .where(isOneOf("page_id", ids))
    .orderBy("currency")
    .execute();
  const spends = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...spends].map(([id, list]) => [
      id,
      list.map(({ currency, spend }) => ({ currency, amount: Math.round(spend * 100) / 100 })),
    ]),
  );
}

/** The landing categories that can be chosen, each with the design of the newest page in it that the scope sees. */
export async function categoryChoices(tx: Tx, scope: Scope) {
  const items = await itemsOf(tx, scope, customLists.landingCategories);
  let newest = tx
    .selectFrom("landing_page")
    .distinctOn("category_id")
    .select(["category_id as categoryId", "theme"])
    .where("organization_id", "=", scope.organizationId)
    .where("category_id", "is not", null)
    .where("deleted_at", "is", null);
  if (scope.branchIds !== null) newest = newest.where("branch_id", "in", [...scope.branchIds]);
  const pages = await newest.orderBy("category_id").orderBy("created_at", "desc").orderBy("page_id").execute();
  const themes = new Map(pages.map(({ categoryId, theme }) => [categoryId, theme]));
  return items
    .filter(({ status, item_id: id }) => status === 1 || themes.has(id))
    .map(({ item_id: value, shownName }) => {
      const theme = themes.get(value);
      return { value, label: shownName, picture: theme ? themePicture(theme) : "" };
    });
}

/** The WhatsApp numbers and LINE accounts of the scope's branches that are switched on, the oldest first of each. */
export async function buttonAccounts(tx: Tx, scope: Scope): Promise<ButtonAccount[]> {
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  const accounts = await channelsInScope(tx, scope, "line");
  return [...numbers, ...accounts].filter(({ status }) => status === 1).flatMap((channel) => accountOf(channel) ?? []);
}

/** Null for a channel that does not know its own address. */
function accountOf({ kind, branch_id: branchID, settings }: ListedChannel): ButtonAccount | null {
  if (kind === "line") {
    const lineID = settings["officialID"] ?? "";
    return lineID === "" ? null : { buttonAction: "line", branchID, areaCode: "", phone: "", lineID };
  }
  const e164 = internationalNumber(settings["displayPhoneNumber"] ?? "");
  if (e164 === null) return null;
  const { areaCode, phone } = splitPhone(e164);
  return { buttonAction: "whatsapp", branchID, areaCode, phone, lineID: "" };
}
