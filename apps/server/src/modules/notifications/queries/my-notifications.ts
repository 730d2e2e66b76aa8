import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import type { notifications } from "@homeroom/contract/notifications";
import type { NotificationTable } from "@homeroom/database/notice-tables";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";

export type Notification = Selectable<NotificationTable>;

/** Counts stop here: a badge says "99+" long before. */
const countLimit = 1000;

/** One page of a person's notifications, latest first, by cursor or by number. */
export async function myNotifications(
  tx: Tx,
  scope: Scope,
  accountId: AccountId,
  request: RequestOf<typeof notifications.page>,
) {
  const state = { 0: sql<SqlBool>`read_at is null`, 1: sql<SqlBool>`read_at is not null` }[request.isRead ?? -1];
  const wanted = sql<SqlBool>`organization_id = ${scope.organizationId} and account_id = ${accountId}
    and ${state ?? sql<SqlBool>`true`}`;
  const found = await sql<Notification & { sort_text: string }>`
    select *, happened_at::text as sort_text from notification
    where ${wanted} and ${afterNewest(request.cursor, "happened_at", "notification_id")}
    order by happened_at desc, notification_id desc limit ${request.pageSize + 1} offset ${skippedOf(request)}`.execute(
    tx,
  );
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from notification where ${wanted}`.execute(tx);
  const page = cutPage(found.rows, request.pageSize, (last) => ({
    value: last.sort_text,
    id: last.notification_id,
  }));
  return { ...page, total: counted.rows[0]?.total ?? 0 };
}

/** The number of a person's unread notifications, at most 1,000. */
export async function unreadNotifications(tx: Tx, scope: Scope, accountId: AccountId): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notification where organization_id = ${scope.organizationId} and account_id = ${accountId}
        and read_at is null limit ${countLimit}) unread`.execute(tx);
  return found.rows[0]?.count ?? 0;
}
