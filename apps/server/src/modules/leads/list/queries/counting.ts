import type { LeadQuery } from "@homeroom/contract/lead-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isStatementTimeout } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { exactTotal, expectationOf, type Total, totalOfRows } from "#platform/paging/total";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { expectLeads } from "./expected-leads.ts";
import { leadsMatching } from "./lead-conditions.ts";

/** How many leads match: counted up to a bound, above that the planner's estimate, so that no request counts a whole table. */
export async function totalOf(tx: Tx, matching: RawBuilder<SqlBool>, bound = exactTotal): Promise<Total> {
  return totalOfRows(tx, sql`${organizationLeads} where ${matching}`, bound);
}

/** Whether the planner expects too many rows to count. */
export async function isPlentiful(tx: Tx, source: RawBuilder<unknown>): Promise<boolean> {
  return (await expectationOf(tx, source)).rows > 2 * exactTotal;
}

/** Whether a query probably selects too many leads to count. */
export async function keepsPlenty(tx: Tx, scope: Scope, query: LeadQuery): Promise<boolean> {
  return (await expectLeads(tx, scope, query)).rows > 2 * exactTotal;
}

/** The leads that a query selects, for reading the first of an order: common words are then not searched by the index. */
export async function leadsToScan(tx: Tx, scope: Scope, query: LeadQuery): Promise<RawBuilder<SqlBool>> {
  const searches = wordsOf(query.keywords).length > 0;
  const plentiful = searches && (await keepsPlenty(tx, scope, query));
  return leadsMatching(scope, query, { plentiful });
}

/** The time limit of a count. */
const patienceMs = 5000;

/** The exact number of leads of a scope that a query selects; the planner's estimate when counting takes too long. */
export async function countMatching(tx: Tx, scope: Scope, query: LeadQuery): Promise<Total> {
  await sql.raw(`savepoint counting; set local statement_timeout = ${patienceMs}`).execute(tx);
  try {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${organizationLeads} where ${leadsMatching(scope, query)}`.execute(tx);
    await sql.raw("set local statement_timeout to default; release savepoint counting").execute(tx);
    return { total: counted.rows[0]?.total ?? 0, totalIsEstimate: false };
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    await sql.raw("rollback to savepoint counting").execute(tx);
    return { total: (await expectLeads(tx, scope, query)).rows, totalIsEstimate: true };
  }
}
