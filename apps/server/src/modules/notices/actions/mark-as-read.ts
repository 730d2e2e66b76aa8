import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Writes down that a person has read notices, now. */
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
