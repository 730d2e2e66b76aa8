import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { TargetRow } from "@homeroom/contract/targets";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** Whose leads a recipient list reaches. */
export interface TargetReach {
  branchId: BranchId | null;
  ownerId: AccountId | null;
}

/**
 * The reach of a new list: that of its maker. Somebody who sees several branches may give it to one of them; somebody who
 * names a branch that they do not see is refused as if it were not there.
 */
export function reachOfNew(scope: Scope, wanted: BranchId | null | undefined): TargetReach {
  const [only = null] = scope.branchIds ?? [];
  if (wanted && scope.branchIds && wanted !== only) throw new AppError("NOT_FOUND");
  return {
    branchId: scope.branchIds ? only : (wanted ?? null),
    ownerId: scope.reach === "own" ? scope.accountId : null,
  };
}

/**
 * Whether an actor who sees a list can change it or try its rule. Not if it reaches leads that they cannot see: its count
 * would reveal them.
 */
export function mayChange(scope: Scope, { ownerId }: TargetReach): boolean {
  return scope.reach !== "own" || ownerId === scope.accountId;
}

/** Throws PERMISSION_DENIED where `mayChange` says no. */
export function requireMayChange(scope: Scope, reach: TargetReach): void {
  if (!mayChange(scope, reach)) throw new AppError("PERMISSION_DENIED");
}

/** A reach as the wire names it. */
export function reachName({ branchId, ownerId }: TargetReach): TargetRow["reach"] {
  if (ownerId) return "own";
  return branchId ? "branch" : "organization";
}
