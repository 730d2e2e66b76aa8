import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { noticeRead } from "../events.ts";
import { loadMyNotice, type MyNotice, unreadIds } from "../queries/my-notices.ts";

/** Opens a published notice for the actor, which marks it as read. Throws NOT_FOUND for any other. */
export function openNotice<Result>(
  db: Database,
  actor: Actor,
  noticeId: RecordId,
  present: (tx: Tx, scope: Scope, notice: MyNotice) => Promise<Result>,
): Promise<Result> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const notice = await loadMyNotice(tx, scope, actor, noticeId);
    if (!notice.is_read) await read(tx, scope, actor, [noticeId]);
    return present(tx, scope, notice);
  });
}

/** Marks all of the actor's notices as read. */
export function readAllNotices(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => read(tx, scope, actor, await unreadIds(tx, scope, actor)));
}

async function read(tx: Tx, scope: Scope, { accountId }: Actor, noticeIds: readonly RecordId[]): Promise<void> {
  const [first] = noticeIds;
  if (!first) return;
  await markAsRead(tx, scope, accountId, noticeIds);
  const payload = { noticeId: first, accountId };
  await emit(tx, noticeRead, { organizationId: scope.organizationId, aggregateId: accountId, payload });
}

/** Records that a person has read notices now. */
export async function markAsRead(
  tx: Tx,
  scope: Scope,
  accountId: AccountId,
  noticeIds: readonly RecordId[],
): Promise<void> {
  const reads = noticeIds.map((notice_id) => ({
    organization_id: scope.organizationId,
    notice_id,
    account_id: accountId,
  }));
  await tx
    .insertInto("notice_read")
    .values(reads)
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "notice_id", "account_id"]).doUpdateSet({ read_at: sql<Date>`now()` }),
    )
    .execute();
}
