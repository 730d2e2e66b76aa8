import type { BranchId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** Whether a scope includes the organisation's own rules. */
export function reachesOrganization(scope: Scope): boolean {
  return scope.branchIds === null;
}

/** Throws, outside the scope, PERMISSION_DENIED for the organisation's rules and NOT_FOUND for a branch's. */
export function requireReach(scope: Scope, branchId: BranchId | null): void {
  if (reachesOrganization(scope)) return;
  if (branchId === null) throw new AppError("PERMISSION_DENIED");
  if (!scope.branchIds?.includes(branchId)) throw new AppError("NOT_FOUND");
}
