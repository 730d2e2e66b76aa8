import type { RecordId } from "@homeroom/contract/ids";
import type { BoardColumnRequest, BoardCount } from "@homeroom/contract/lead-desk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { customLists } from "@homeroom/contract/media";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { itemsOf } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { exactTotal } from "#platform/paging/total";
import type { Lead } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { keepsPlenty, leadsToScan, totalOf } from "./counting.ts";
import { leadsMatching } from "./lead-conditions.ts";
import { pageOfLeads } from "./lead-page.ts";

/** A column of a large board is counted up to this; each column reads as many rows. */
const exactColumn = 1000;

/** A page of one column of the board, newest first. */
export async function boardColumn(
  tx: Tx,
  scope: Scope,
  { query, statusID, pageSize, cursor }: BoardColumnRequest,
): Promise<{ leads: Lead[]; nextCursor: string | null }> {
  const matching = sql<SqlBool>`${await leadsToScan(tx, scope, query)} and ${inColumn(statusID)}`;
  return pageOfLeads(tx, matching, { sortBy: "createTime", sortOrder: "desc", pageSize, cursor });
}

/** How many leads each column has: all statuses of the query in order, and last the leads without one. */
export async function boardCounts(tx: Tx, scope: Scope, query: LeadQuery): Promise<BoardCount[]> {
  const matching = leadsMatching(scope, query);
  const columns = await columnsOf(tx, scope, query);
  if (!(await keepsPlenty(tx, scope, query))) {
    const found = await countTogether(tx, matching);
    if (found)
      return columns.map((statusID) => ({ statusID, total: found.get(statusID) ?? 0, totalIsEstimate: false }));
  }
  return countEach(tx, await leadsToScan(tx, scope, query), columns);
}

async function columnsOf(tx: Tx, scope: Scope, query: LeadQuery): Promise<(RecordId | null)[]> {
  const statuses = (await itemsOf(tx, scope, customLists.leadStatuses)).map((item) => item.item_id);
  if (query.status?.length) return statuses.filter((status) => query.status?.includes(status));
  return [...statuses.filter((status) => !query.withoutStatus?.includes(status)), null];
}

/** All columns in one pass; null when there are too many leads for that. */
async function countTogether(tx: Tx, matching: RawBuilder<SqlBool>): Promise<Map<RecordId | null, number> | null> {
  const { rows } = await sql<{ statusID: RecordId | null; count: number }>`
    select status_id as "statusID", count(*)::int as count
    from (select status_id from ${organizationLeads} where ${matching} limit ${exactTotal + 1}) as matching group by status_id`.execute(
    tx,
  );
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return all > exactTotal ? null : new Map(rows.map(({ statusID, count }) => [statusID, count]));
}

async function countEach(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  columns: readonly (RecordId | null)[],
): Promise<BoardCount[]> {
  const counts: BoardCount[] = [];
  for (const statusID of columns) {
    const inside = sql<SqlBool>`${matching} and ${inColumn(statusID)}`;
    counts.push({ statusID, ...(await totalOf(tx, inside, exactColumn)) });
  }
  return counts;
}

function inColumn(statusID: RecordId | null): RawBuilder<SqlBool> {
  return statusID === null ? sql<SqlBool>`lead.status_id is null` : sql<SqlBool>`lead.status_id = ${statusID}`;
}
