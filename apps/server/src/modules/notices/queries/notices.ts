import type { ImageUse } from "@homeroom/contract/ai-images";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { type notices, publishStates } from "@homeroom/contract/notices";
import type { NoticeTable } from "@homeroom/database/notice-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type Actor, can } from "#platform/auth/actor";
import { findRow, lockRow } from "#platform/db/find-row";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type Notice = Selectable<NoticeTable>;

/** One notice of the organisation. Throws NOT_FOUND. */
export async function loadNotice(tx: Tx, scope: Scope, noticeId: RecordId, lock?: "lock"): Promise<Notice> {
  const found = await (lock ? lockRow : findRow)(tx, scope, "notice", { notice_id: noticeId });
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

export interface ListedNotice extends Notice {
  target_count: number;
  read_count: number;
}

type ListRequest = RequestOf<typeof notices.page>;

/** One page of the organisation's notices, newest first, each with its numbers of recipients and readers. */
export async function listNotices(
  tx: Tx,
  scope: Scope,
  request: ListRequest,
): Promise<{ rows: ListedNotice[]; total: number }> {
  const matching = conditions(scope, request);
  const counted = await sql<{ total: number }>`select count(*)::int as total from notice where ${matching}`.execute(tx);
  const found = await sql<ListedNotice>`
    select notice.*, figures.target_count, figures.read_count
    from (select * from notice where ${matching} order by created_at desc, notice_id desc
      limit ${request.pageSize} offset ${(request.pageNum - 1) * request.pageSize}) notice
    cross join lateral (
      select count(*)::int as target_count, count(d.account_id)::int as read_count
      from notice_recipient r left join notice_read d on d.organization_id = r.organization_id
        and d.notice_id = r.notice_id and d.account_id = r.account_id and d.read_at >= notice.published_at
      where r.organization_id = notice.organization_id and r.notice_id = notice.notice_id) figures
    order by notice.created_at desc, notice.notice_id desc`.execute(tx);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

function conditions(scope: Scope, { keywords, publishStatus, type, level }: ListRequest): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`organization_id = ${scope.organizationId}`];
  if (keywords) parts.push(sql<SqlBool>`position(lower(${keywords}) in lower(title)) > 0`);
  if (type?.length) parts.push(sql<SqlBool>`type = any(${sql.val([...type])}::text[])`);
  if (level?.length) parts.push(sql<SqlBool>`level = any(${sql.val([...level])}::text[])`);
  if (publishStatus?.length) {
    const states = publishStatus.map((state) => inState[state] ?? sql<SqlBool>`false`);
    parts.push(sql<SqlBool>`(${sql.join(states, sql` or `)})`);
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const inState: Record<number, RawBuilder<SqlBool>> = {
  [publishStates.draft]: sql<SqlBool>`published_at is null`,
  [publishStates.published]: sql<SqlBool>`(published_at is not null and revoked_at is null)`,
  [publishStates.revoked]: sql<SqlBool>`revoked_at is not null`,
};

/** The notices that show one of these files, by their titles. */
export async function picturesOfNotices(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "sys:notice:query") || fileIds.length === 0) return [];
  const found = await tx
    .selectFrom("notice")
    .select(["notice_id as recordID", "title as name"])
    .where("organization_id", "=", actor.organizationId)
    .where(isOneOf("image_file_id", fileIds))
    .orderBy("title")
    .orderBy("notice_id")
    .limit(100)
    .execute();
  return found.map((use) => ({ place: "notice", ...use }));
}
