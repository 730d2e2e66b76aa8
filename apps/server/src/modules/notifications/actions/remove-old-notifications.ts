import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const keptDays = 90;
const atOnce = 20_000;

/** Removes what was told more than 90 days ago, and what no more holds a mail back. */
export async function removeOldNotifications(db: Database): Promise<void> {
  await inSystemTransaction(db, async (tx) => {
    await sql`
      delete from notification where (organization_id, notification_id) in (
        select organization_id, notification_id from notification
        where happened_at < now() - make_interval(days => ${keptDays}) limit ${atOnce})`.execute(tx);
    await sql`delete from notification_mail where mailed_at < now() - interval '24 hours'`.execute(tx);
  });
}
