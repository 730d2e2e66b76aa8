import { type RawBuilder, sql } from "kysely";
import { removeOldRows } from "#platform/db/remove-old-rows";
import type { Database } from "#platform/db/transaction";

const keptDays = 30;
const unclaimedDays = 7;

/**
 * Removes some of the processed deliveries, and of the early events whose message never came, once no provider repeats them
 * any more. Answers whether there may be more.
 */
export async function removeOldEvents(db: Database): Promise<boolean> {
  const more = [
    await removeOldRows(db, "inbound_delivery", sql`processed_at < ${daysAgo(keptDays)}`),
    // Meta repeats a delivery for seven days; nobody connects a number for what is older.
    await removeOldRows(db, "unclaimed_delivery", sql`received_at < ${daysAgo(unclaimedDays)}`),
    await removeOldRows(db, "early_event", sql`created_at < ${daysAgo(keptDays)}`),
  ];
  return more.includes(true);
}

function daysAgo(days: number): RawBuilder<Date> {
  return sql`now() - make_interval(days => ${days})`;
}
