import type { LeadQuery } from "@homeroom/contract/lead-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { exactTotal, expectationOf, type Total, totalOfRows } from "#platform/paging/total";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { expectLeads } from "./expected-leads.ts";
import { leadsMatching } from "./lead-conditions.ts";

/** How many leads match: counted to a bound, beyond that the planner's estimate, so that no request counts a whole table. */
export async function totalOf(tx: Tx, matching: RawBuilder<SqlBool>, bound = exactTotal): Promise<Total> {
  return totalOfRows(tx, sql`${organizationLeads} where ${matching}`, bound);
}

/** Whether the planner expects more rows than are worth counting. */
export async function isPlentiful(tx: Tx, source: RawBuilder<unknown>): Promise<boolean> {
  return (await expectationOf(tx, source)).rows > 2 * exactTotal;
}

/** Whether a query probably keeps more leads than are worth counting. */
export async function keepsPlenty(tx: Tx, scope: Scope, query: LeadQuery): Promise<boolean> {
  return (await expectLeads(tx, scope, query)).rows > 2 * exactTotal;
}

/** The leads that a query keeps, for reading the first of an order: common words are then not asked of the index. */
export async function leadsToScan(tx: Tx, scope: Scope, query: LeadQuery): Promise<RawBuilder<SqlBool>> {
  const searches = wordsOf(query.keywords).length > 0;
  const plentiful = searches && (await keepsPlenty(tx, scope, query));
  return leadsMatching(scope, query, { plentiful });
}

/** Longer than this nobody waits for a count. */
const patienceMs = 5000;
const takesTooLong = "57014";

/** How many leads of a scope a query keeps, to the last one; the planner's estimate when that takes too long. */
export async function countMatching(tx: Tx, scope: Scope, query: LeadQuery): Promise<Total> {
  await sql.raw(`savepoint counting; set local statement_timeout = ${patienceMs}`).execute(tx);
  try {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${organizationLeads} where ${leadsMatching(scope, query)}`.execute(tx);
    await sql.raw("set local statement_timeout to default; release savepoint counting").execute(tx);
    return { total: counted.rows[0]?.total ?? 0, totalIsEstimate: false };
  } catch (error) {
    if ((error as { code?: string }).code !== takesTooLong) throw error;
    await sql.raw("rollback to savepoint counting").execute(tx);
    return { total: (await expectLeads(tx, scope, query)).rows, totalIsEstimate: true };
  }
}
