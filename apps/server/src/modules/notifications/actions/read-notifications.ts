import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import { removeOldRows } from "#platform/db/remove-old-rows";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { publishRead } from "./publish-arrival.ts";

/** Marks one of the actor's notifications as read. Idempotent. Throws NOT_FOUND if it is not theirs. */
export function readNotification(db: Database, actor: Actor, notificationId: RecordId): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const found = await lockRow(tx, scope, "notification", {
      account_id: actor.accountId,
      notification_id: notificationId,
    });
    if (!found) throw new AppError("NOT_FOUND");
    if (found.read_at) return;
    await tx
      .updateTable("notification")
      .set({ read_at: sql<Date>`now()` })
      .where("organization_id", "=", scope.organizationId)
      .where("notification_id", "=", notificationId)
      .execute();
    await publishRead(tx, scope, [actor.accountId]);
  });
}

/** Marks all of the actor's notifications as read. */
export function readAllNotifications(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const read = await tx
      .updateTable("notification")
      .set({ read_at: sql<Date>`now()` })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .where("read_at", "is", null)
      .executeTakeFirst();
    if (read.numUpdatedRows > 0n) await publishRead(tx, scope, [actor.accountId]);
  });
}

const keptDays = 90;
/** Browsers renew theirs each time the product is opened. */
const forgottenDays = 30;

/** Removes some notifications older than 90 days and expired mail claims. Returns whether there may be more. */
export async function removeOldNotifications(db: Database): Promise<boolean> {
  const more = [
    await removeOldRows(db, "notification", sql`happened_at < now() - make_interval(days => ${keptDays})`),
    await removeOldRows(db, "notification_mail", sql`mailed_at < now() - interval '24 hours'`),
    await removeOldRows(db, "push_subscription", sql`renewed_at < now() - make_interval(days => ${forgottenDays})`),
  ];
  return more.includes(true);
}
