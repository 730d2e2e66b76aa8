import type { BranchId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** Whether the rules of the organisation as a whole are in somebody's reach. */
export function reachesOrganization(scope: Scope): boolean {
  return scope.branchIds === null;
}

/** Throws PERMISSION_DENIED for the organisation's rules and NOT_FOUND for a branch's that are out of reach. */
export function requireReach(scope: Scope, branchId: BranchId | null): void {
  if (reachesOrganization(scope)) return;
  if (branchId === null) throw new AppError("PERMISSION_DENIED");
  if (!scope.branchIds?.includes(branchId)) throw new AppError("NOT_FOUND");
}
