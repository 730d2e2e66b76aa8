import type { BranchId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** Those of the branches that a scope reaches. */
export function branchesInReach<Branch extends { branchId: BranchId }>(
  { branchIds }: Scope,
  branches: readonly Branch[],
): Branch[] {
  return branches.filter(({ branchId }) => !branchIds || branchIds.includes(branchId));
}

/** One of them. Throws NOT_FOUND: an unreachable branch looks absent. */
export function branchInReach<Branch extends { branchId: BranchId }>(
  scope: Scope,
  branches: readonly Branch[],
  wanted: BranchId,
): Branch {
  const found = branchesInReach(scope, branches).find(({ branchId }) => branchId === wanted);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}
