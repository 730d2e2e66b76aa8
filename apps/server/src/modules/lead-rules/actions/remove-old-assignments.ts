import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** As long as the audit log keeps who did what. */
const keptDays = 180;
const atOnce = 10_000;

/** Removes why leads were given to people once it is half a year old. Answers whether there may be more. */
export function removeOldAssignments(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from lead_assignment where (organization_id, assignment_id) in (
        select organization_id, assignment_id from lead_assignment
        where created_at < now() - make_interval(days => ${keptDays}) limit ${atOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === atOnce;
  });
}
