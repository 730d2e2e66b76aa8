import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { noticeTargets } from "@homeroom/contract/notices";
import { sql } from "kysely";
import { settingsOf, wants } from "#modules/notifications/public";
import { afterQuietHours } from "#platform/clock/quiet-hours";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";

/** The active recipients of a notice; null if it is for everyone. */
export async function recipientsOf(
  tx: Tx,
  scope: Scope,
  notice: { notice_id: RecordId; target_type: number },
): Promise<AccountId[] | null> {
  return notice.target_type === noticeTargets.all ? null : everyRecipient(tx, scope, notice.notice_id);
}

/** The same as a list, also when it is for everyone. */
export async function everyRecipient(tx: Tx, scope: Scope, noticeId: RecordId): Promise<AccountId[]> {
  const found = await sql<{ account_id: AccountId }>`
    select account_id from notice_recipient
    where organization_id = ${scope.organizationId} and notice_id = ${noticeId}
    order by account_id`.execute(tx);
  return found.rows.map((row) => row.account_id);
}

interface Reader {
  account_id: AccountId;
  nickname: string;
  read_at: Date | null;
}

/** A page of a notice's recipients: unread first, then the latest readers. */
export async function readersPage(
  tx: Tx,
  scope: Scope,
  of: { noticeId: RecordId; pageNum: number; pageSize: number },
): Promise<{ rows: Reader[]; total: number }> {
  const found = await sql<Reader & { total: number }>`
    select r.account_id, r.nickname, d.read_at, (count(*) over ())::int as total
    from notice_recipient r join notice n using (organization_id, notice_id)
    left join notice_read d on d.organization_id = r.organization_id and d.notice_id = r.notice_id
      and d.account_id = r.account_id and d.read_at >= n.published_at
    where r.organization_id = ${scope.organizationId} and r.notice_id = ${of.noticeId}
    order by d.read_at desc nulls first, r.nickname, r.account_id
    limit ${of.pageSize} offset ${(of.pageNum - 1) * of.pageSize}`.execute(tx);
  return { rows: found.rows, total: found.rows[0]?.total ?? 0 };
}

/** The recipients of a notice who want it by mail, and when, outside of their quiet hours. */
export function noticeMailings(
  db: Database,
  scope: Scope,
  noticeId: RecordId,
): Promise<{ accountId: AccountId; at: Date }[]> {
  return inTransaction(db, scope, async (tx) => {
    const settings = await settingsOf(tx, scope, await everyRecipient(tx, scope, noticeId));
    const now = new Date();
    return [...settings]
      .filter(([, { choices }]) => wants(choices["notice.published"], "mail"))
      .map(([accountId, { quietHours }]) => ({ accountId, at: afterQuietHours(now, quietHours) }));
  });
}
