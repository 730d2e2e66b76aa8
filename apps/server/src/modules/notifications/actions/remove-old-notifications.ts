import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const keptDays = 90;
const atOnce = 20_000;

/** Removes what was told more than 90 days ago, and what no more holds a mail back. Answers whether there may be more. */
export async function removeOldNotifications(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from notification where (organization_id, notification_id) in (
        select organization_id, notification_id from notification
        where happened_at < now() - make_interval(days => ${keptDays}) limit ${atOnce})`.execute(tx);
    await sql`delete from notification_mail where mailed_at < now() - interval '24 hours'`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === atOnce;
  });
}
