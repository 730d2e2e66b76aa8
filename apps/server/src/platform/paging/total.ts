import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/transaction.ts";

/** Totals are exact up to here and an estimate above (decisions 5.1). */
export const exactTotal = 10_000;

export interface Total {
  total: number;
  totalIsEstimate: boolean;
}

/**
 * How many rows a source (the part after "from") has: counted up to a bound, above that the planner's estimate, so
 * that no request counts a whole table.
 */
export async function totalOfRows(tx: Tx, source: RawBuilder<unknown>, bound = exactTotal): Promise<Total> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${source} limit ${bound + 1}) as matching`.execute(tx);
  const count = counted.rows[0]?.count ?? 0;
  if (count <= bound) return { total: count, totalIsEstimate: false };
  return estimated((await expectationOf(tx, source)).rows, bound);
}

/** The total when it is known to be above the bound. */
export function estimated(estimate: number, bound = exactTotal): Total {
  return { total: Math.max(estimate, bound + 1), totalIsEstimate: true };
}

/** The planner's estimate of a source: its rows, and the cost of reading them all, in pages. */
export async function expectationOf(tx: Tx, source: RawBuilder<unknown>): Promise<{ rows: number; cost: number }> {
  const plan = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number; "Total Cost": number } }] }>`
    explain (format json) select from ${source}`.execute(tx);
  const top = plan.rows[0]?.["QUERY PLAN"][0].Plan;
  return { rows: top?.["Plan Rows"] ?? 0, cost: top?.["Total Cost"] ?? 0 };
}
