import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { notices } from "@homeroom/contract/notices";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import type { Notice } from "./notices.ts";

/** A notice as one of its readers sees it. */
export interface MyNotice extends Notice {
  is_read: boolean;
}

interface Me {
  accountId: AccountId;
}

// People who join later can read older notices, but these do not count as unread.
const isRead = sql<SqlBool>`(n.published_at < r.joined_at or exists (
  select from notice_read d where d.organization_id = n.organization_id and d.notice_id = n.notice_id
    and d.account_id = r.account_id and d.read_at >= n.published_at))`;

/** For queries over `notice n` and `notice_recipient r`: the published notices for this person. */
function mine(scope: Scope, { accountId }: Me): RawBuilder<SqlBool> {
  return sql<SqlBool>`(n.organization_id = ${scope.organizationId} and r.account_id = ${accountId}
    and n.published_at is not null and n.revoked_at is null)`;
}

/** One page of the notices for a person, newest first, by cursor or by number. */
export async function myNotices(tx: Tx, scope: Scope, me: Me, request: RequestOf<typeof notices.myPage>) {
  const wanted =
    request.isRead === undefined
      ? mine(scope, me)
      : sql<SqlBool>`${mine(scope, me)} and ${isRead} = ${request.isRead === 1}`;
  const from = sql`notice n join notice_recipient r using (organization_id, notice_id)`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from} where ${wanted}`.execute(tx);
  const found = await sql<MyNotice & { sort_text: string }>`
    select n.*, ${isRead} as is_read, n.published_at::text as sort_text from ${from}
    where ${wanted} and ${afterNewest(request.cursor, "n.published_at", "n.notice_id")}
    order by n.published_at desc, n.notice_id desc limit ${request.pageSize + 1} offset ${skippedOf(request)}`.execute(
    tx,
  );
  const page = cutPage(found.rows, request.pageSize, (last) => ({
    value: last.sort_text,
    id: last.notice_id,
  }));
  return { ...page, total: counted.rows[0]?.total ?? 0 };
}

/** A published notice for this person. Throws NOT_FOUND for any other. */
export async function loadMyNotice(tx: Tx, scope: Scope, me: Me, noticeId: RecordId): Promise<MyNotice> {
  const found = await sql<MyNotice>`
    select n.*, ${isRead} as is_read from notice n join notice_recipient r using (organization_id, notice_id)
    where ${mine(scope, me)} and n.notice_id = ${noticeId}`.execute(tx);
  const [notice] = found.rows;
  if (!notice) throw new AppError("NOT_FOUND");
  return notice;
}

/** The number of a person's unread notices, and the urgent ones, oldest first. */
export async function unreadNotices(tx: Tx, scope: Scope, me: Me): Promise<{ count: number; urgent: RecordId[] }> {
  const found = await sql<{ count: number; urgent: RecordId[] }>`
    select count(*)::int as count,
      coalesce(array_agg(n.notice_id order by n.published_at) filter (where n.level = 'urgent'), '{}') as urgent
    from notice n join notice_recipient r using (organization_id, notice_id)
    where ${mine(scope, me)} and not ${isRead}`.execute(tx);
  return found.rows[0] ?? { count: 0, urgent: [] };
}

/** The notices that a person has not read. */
export async function unreadIds(tx: Tx, scope: Scope, me: Me): Promise<RecordId[]> {
  const found = await sql<{ notice_id: RecordId }>`
    select n.notice_id from notice n join notice_recipient r using (organization_id, notice_id)
    where ${mine(scope, me)} and not ${isRead}`.execute(tx);
  return found.rows.map((row) => row.notice_id);
}
