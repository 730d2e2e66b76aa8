import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Lets an account enter a branch from now on; one that may already stays as it is. */
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
