import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { type Lead, leadRow } from "../record/queries/load-lead.ts";

/** How many leads a condition keeps, exactly. */
export async function countMatching(tx: Tx, matching: RawBuilder<SqlBool>): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from lead where ${matching}`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}

/** The next leads that a condition keeps, in the order of their ids: in which they came. */
export async function leadsAfter(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  { after, limit }: { after: LeadId | null; limit: number },
): Promise<Lead[]> {
  const later = after ? sql<SqlBool>`lead.lead_id > ${after}` : sql<SqlBool>`true`;
  const found = await sql<Lead>`
    select ${leadRow} from lead where ${matching} and ${later} order by lead.lead_id limit ${limit}`.execute(tx);
  return found.rows;
}
