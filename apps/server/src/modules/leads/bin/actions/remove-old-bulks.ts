import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import { undoDays } from "../../bulk/rules/bulk-undo.ts";

const runsAtOnce = 20;

/** Removes bulk changes that can no longer be taken back, with their rows. Answers whether there may be more. */
export function removeOldBulks(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from lead_bulk_run where (organization_id, bulk_id) in (
        select organization_id, bulk_id from lead_bulk_run
        where created_at < now() - make_interval(days => ${undoDays + 1}) limit ${runsAtOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === runsAtOnce;
  });
}
