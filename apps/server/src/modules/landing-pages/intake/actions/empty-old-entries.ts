import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** As long as a deleted lead is kept. */
const keepForMs = 30 * 86_400_000;
const atOnce = 500;

/**
 * Empties forms that have long become leads: what their visitors agreed to stays, with its time. What robots sent goes
 * whole. Answers whether there may be more.
 */
export function emptyOldEntries(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - keepForMs);
  const old = (state: "done" | "trap") => sql`
    select organization_id, entry_id from landing_entry
    where fields <> '{}' and state <> 'waiting' and state = ${state} and created_at < ${before}
    order by created_at limit ${atOnce} for update skip locked`;
  return inSystemTransaction(db, async (tx) => {
    const emptied = await sql`
      update landing_entry set fields = '{}' where (organization_id, entry_id) in (${old("done")})`.execute(tx);
    const removed = await sql`
      delete from landing_entry where (organization_id, entry_id) in (${old("trap")})`.execute(tx);
    return [emptied, removed].some(({ numAffectedRows }) => Number(numAffectedRows) === atOnce);
  });
}
