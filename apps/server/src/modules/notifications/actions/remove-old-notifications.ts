import { sql } from "kysely";
import { removeOldRows } from "#platform/db/remove-old-rows";
import type { Database } from "#platform/db/transaction";

const keptDays = 90;
/** Browsers renew theirs each time the product is opened. */
const forgottenDays = 30;

/** Removes some of what was told more than 90 days ago, and of what no more holds a mail back. Answers whether there may be more. */
export async function removeOldNotifications(db: Database): Promise<boolean> {
  const more = [
    await removeOldRows(db, "notification", sql`happened_at < now() - make_interval(days => ${keptDays})`),
    await removeOldRows(db, "notification_mail", sql`mailed_at < now() - interval '24 hours'`),
    await removeOldRows(db, "push_subscription", sql`renewed_at < now() - make_interval(days => ${forgottenDays})`),
  ];
  return more.includes(true);
}
