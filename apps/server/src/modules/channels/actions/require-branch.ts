import type { BranchId } from "@homeroom/contract/ids";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** The branch, if it is the organisation's and within the scope. Throws NOT_FOUND otherwise. */
export async function requireBranch(tx: Tx, scope: Scope, branchId: BranchId): Promise<{ name: string }> {
  const reached = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = reached ? await branchById(tx, scope, branchId) : null;
  if (!branch) throw new AppError("NOT_FOUND");
  return branch;
}
