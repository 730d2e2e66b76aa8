import type { AccountId, BranchId, RoleId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

interface Places {
  accountId: AccountId;
  roleIds: readonly RoleId[];
  branchIds: readonly BranchId[];
}

/** Sets an account's roles and branches. Rows that it already has are not changed, including its turn at a branch. */
export async function writePlaces(tx: Tx, scope: Scope, { accountId, roleIds, branchIds }: Places): Promise<void> {
  const key = { organization_id: scope.organizationId, account_id: accountId };
  let roles = tx
    .deleteFrom("account_role")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId);
  if (roleIds.length > 0) roles = roles.where("role_id", "not in", [...roleIds]);
  await roles.execute();
  let branches = tx
    .deleteFrom("account_branch")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId);
  if (branchIds.length > 0) branches = branches.where("branch_id", "not in", [...branchIds]);
  await branches.execute();
  const held = [...new Set(roleIds)].map((role_id) => ({ ...key, role_id }));
  const placed = [...new Set(branchIds)].map((branch_id) => ({ ...key, branch_id }));
  if (held.length > 0)
    await tx
      .insertInto("account_role")
      .values(held)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (placed.length > 0)
    await tx
      .insertInto("account_branch")
      .values(placed)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Lets an account enter a branch. Idempotent. */
export async function admitToBranch(
  tx: Tx,
  scope: Scope,
  { accountId, branchId }: { accountId: AccountId; branchId: BranchId },
): Promise<void> {
  await tx
    .insertInto("account_branch")
    .values({ organization_id: scope.organizationId, account_id: accountId, branch_id: branchId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
