import type { HandOverForm } from "@homeroom/contract/hand-over";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { HandOverTable } from "@homeroom/database/hand-over-tables";
import type { Selectable } from "kysely";
import { worksAt } from "#modules/accounts/public";
import { findRow, lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type HandOver = Selectable<HandOverTable>;

/** A hand-over by its id; `lock` keeps other processes from continuing it. */
export function findHandOver(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<HandOver | undefined> {
  return (lock ? lockRow : findRow)(tx, scope, "hand_over", { hand_over_id: id });
}

/** The hand-over of a person that is under way, or being undone. */
export function runningHandOver(tx: Tx, scope: Scope, accountId: AccountId): Promise<HandOver | undefined> {
  return tx
    .selectFrom("hand_over")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("state", "in", ["running", "undoing"])
    .executeTakeFirst();
}

/** The last hand-over of a person. */
export function lastHandOver(tx: Tx, scope: Scope, accountId: AccountId): Promise<HandOver | undefined> {
  return tx
    .selectFrom("hand_over")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Throws unless every receiver is active, works at the branch, has the role, and is not the person themselves. */
export async function requireFit(tx: Tx, scope: Scope, form: Pick<HandOverForm, "accountID" | "plan">): Promise<void> {
  for (const { branchID, role, to } of form.plan) {
    // A branch out of sight looks like one that does not exist.
    if (scope.branchIds && !scope.branchIds.includes(branchID)) throw new AppError("NOT_FOUND");
    for (const accountId of to) {
      const fits = accountId !== form.accountID && (await worksAt(tx, scope, { accountId, branchId: branchID, role }));
      if (!fits) throw new AppError("HAND_OVER_RECEIVER_UNFIT");
    }
  }
}
