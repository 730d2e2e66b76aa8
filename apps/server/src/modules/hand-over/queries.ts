import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { HandOverTable } from "@homeroom/database/hand-over-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type HandOver = Selectable<HandOverTable>;

/** A hand-over by its id; with `lock` nobody else carries it on meanwhile. */
export function findHandOver(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<HandOver | undefined> {
  const query = tx
    .selectFrom("hand_over")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("hand_over_id", "=", id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The hand-over of a person that is under way. */
export function runningHandOver(tx: Tx, scope: Scope, accountId: AccountId): Promise<HandOver | undefined> {
  return tx
    .selectFrom("hand_over")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("state", "=", "running")
    .executeTakeFirst();
}
