import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const keptDays = 30;
const unclaimedDays = 7;
const atOnce = 20_000;

/** Removes processed deliveries, and early events whose message never came, once no provider repeats them any more. */
export async function removeOldEvents(db: Database): Promise<void> {
  const old = sql`now() - make_interval(days => ${keptDays})`;
  await inSystemTransaction(db, async (tx) => {
    await sql`
      delete from inbound_delivery where (organization_id, delivery_id) in (
        select organization_id, delivery_id from inbound_delivery
        where processed_at < ${old} limit ${atOnce})`.execute(tx);
    // Meta repeats a delivery for seven days; nobody connects a number for what is older.
    await sql`delete from unclaimed_delivery where received_at < now() - make_interval(days => ${unclaimedDays})`.execute(
      tx,
    );
    await sql`delete from early_event where created_at < ${old}`.execute(tx);
  });
}
