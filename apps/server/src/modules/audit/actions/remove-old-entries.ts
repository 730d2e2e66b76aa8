import { logKeptDays } from "@homeroom/contract/log";
import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const atOnce = 5000;
const lock = 7_042_011;

/** Removes up to 5,000 entries that are older than they are kept. Answers whether there may be more. */
export function removeOldEntries(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const locked = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(tx);
    // Another process is at it.
    if (!locked.rows[0]?.mine) return false;
    const removed = await sql`
      delete from audit_entry where (organization_id, audit_id) in (
        select organization_id, audit_id from audit_entry
        where created_at < now() - make_interval(days => ${logKeptDays})
        order by created_at limit ${atOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === atOnce;
  });
}
