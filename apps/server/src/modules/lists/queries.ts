import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import { sql } from "kysely";
import { cachedById } from "#platform/db/cached-names";
import { containing } from "#platform/db/containing";
import { findRow } from "#platform/db/find-row";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { knownTexts, shownText } from "#platform/language/built-in-texts";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { builtInItem, type DefaultChannel } from "./rules.ts";

/**
 * The items of one list, in their order. `name` is stored, `shownName` is for the reader, and `names` are all names by which it
 * can be found: default items that were not renamed have a name in every language.
 */
export async function itemsOf(tx: Tx, scope: Scope, list: CustomList) {
  const rows = await tx
    .selectFrom("list_item")
    .select(["item_id", "code", "name", "color", "sort", "status"])
    .where("organization_id", "=", scope.organizationId)
    .where("project_id", "=", list)
    .orderBy("sort")
    .orderBy("item_id")
    .execute();
  return rows.map((row) => {
    const builtIn = builtInItem(list, row.code);
    return { ...row, shownName: shownText(row.name, builtIn), names: knownTexts(row.name, builtIn) };
  });
}

/** All channels, primary and secondary, in their order. */
export function channelsOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("lead_channel")
    .select(["lead_channel_id", "parent_id", "code", "name", "sort"])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("sort")
    .orderBy("lead_channel_id")
    .execute();
}

/** The items with these ids, of any list, with names in the reader's language. */
export async function itemsByIds(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  const load = async (missing: readonly RecordId[]) => byId(await selectItems(tx, scope, missing).execute());
  const rows = await cachedById(tx, { kind: "items", ids, load });
  return byId(
    [...rows.values()].map(({ code, ...row }) => ({
      ...row,
      name: shownText(row.name, builtInItem(row.projectID as CustomList, code)),
    })),
  );
}

/** The same, locked so that nobody deletes them before this transaction has stored them on a lead. */
export async function lockItems(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  if (ids.length === 0) return new Map<string, never>();
  return byId(await selectItems(tx, scope, ids).forKeyShare().execute());
}

function selectItems(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  return tx
    .selectFrom("list_item")
    .select(["item_id as recordID", "project_id as projectID", "code", "name", "color"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("item_id", ids));
}

/** The channels with these ids, primary and secondary. */
export function channelsByIds(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  const load = async (missing: readonly RecordId[]) => byId(await selectChannels(tx, scope, missing).execute());
  return cachedById(tx, { kind: "leadChannels", ids, load });
}

/** The same, locked so that nobody deletes them before this transaction has stored them on a lead. */
export async function lockChannels(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  if (ids.length === 0) return new Map<string, never>();
  return byId(await selectChannels(tx, scope, ids).forKeyShare().execute());
}

function selectChannels(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  return tx
    .selectFrom("lead_channel")
    .select(["lead_channel_id as recordID", "parent_id as parentID", "name"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("lead_channel_id", ids));
}

function byId<Row extends { recordID: RecordId }>(rows: readonly Row[]): Map<RecordId, Row> {
  return new Map(rows.map((row) => [row.recordID, row]));
}

/** The default item with a code (`new`, `deal`); null if the organisation deleted it. */
export async function itemByCode(tx: Tx, scope: Scope, list: CustomList, code: string): Promise<RecordId | null> {
  const row = await findRow(tx, scope, "list_item", { project_id: list, code });
  return row?.item_id ?? null;
}

/** The default channel with a code; null if the organisation deleted it. */
export async function channelByCode(tx: Tx, scope: Scope, code: DefaultChannel): Promise<RecordId | null> {
  const row = await findRow(tx, scope, "lead_channel", { code });
  return row?.lead_channel_id ?? null;
}

export interface FoundLink {
  recordID: RecordId;
  url: string;
  source: string;
  medium: string;
  campaign: string;
  term: string;
  content: string;
  link: string;
  creatorId: AccountId | null;
  createdAt: Date;
}

/** A page of the campaign links, newest first. */
export async function linksOf(
  tx: Tx,
  scope: Scope,
  page: { keywords?: string | undefined; pageNum: number; pageSize: number; cursor?: string | undefined },
): Promise<{ links: FoundLink[]; total: number; nextCursor: string | null }> {
  const words = containing(page.keywords?.trim());
  const matching = sql`organization_id = ${scope.organizationId} and deleted_at is null
    and concat_ws(chr(10), url, source, medium, campaign, term, content) ilike ${words}`;
  const after = afterNewest(page.cursor, "created_at", "utm_link_id");
  const found = await sql<FoundLink & { moment: string }>`
    select utm_link_id as "recordID", url, source, medium, campaign, term, content, link, created_by as "creatorId",
      created_at as "createdAt", created_at::text as moment
    from utm_link where ${matching} and ${after}
    order by created_at desc, utm_link_id desc limit ${page.pageSize + 1} offset ${skippedOf(page)}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from utm_link where ${matching} limit 10000) counted`.execute(tx);
  const { rows: links, nextCursor } = cutPage(found.rows, page.pageSize, (last) => ({
    value: last.moment,
    id: last.recordID,
  }));
  return {
    links,
    total: counted.rows[0]?.total ?? 0,
    nextCursor,
  };
}
