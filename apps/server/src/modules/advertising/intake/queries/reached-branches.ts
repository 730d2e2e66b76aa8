import type { BranchId } from "@homeroom/contract/ids";
import { branchById, branchesOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** The branches that a scope reaches: the open ones of the organisation, or those it names. */
export async function reachedBranches(tx: Tx, scope: Scope) {
  const branches = await branchesOf(tx, scope);
  return branches.filter(({ branchId, status }) =>
    scope.branchIds === null ? status === 1 : scope.branchIds.includes(branchId),
  );
}

/** An open branch within reach. Throws NOT_FOUND. */
export async function requireBranch(tx: Tx, scope: Scope, branchId: BranchId): Promise<{ name: string }> {
  const reached = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = reached ? await branchById(tx, scope, branchId) : null;
  if (branch?.status !== 1) throw new AppError("NOT_FOUND");
  return branch;
}
