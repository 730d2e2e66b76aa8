import type { BranchId } from "@homeroom/contract/ids";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** The branches whose rules an actor sees, and the leads that they can see through them. */
export function rulesScope(actor: Actor): Scope {
  return scopeOf(actor, "crm:lead:all");
}

/** A branch within the scope; the actor's own if none is given. Throws NOT_FOUND. */
export function branchInSight(scope: Scope, actor: Actor, branchId: BranchId | undefined): BranchId {
  const wanted = branchId ?? actor.branchId;
  if (scope.branchIds && !scope.branchIds.includes(wanted)) throw new AppError("NOT_FOUND");
  return wanted;
}

/** Whether an actor manages other people's absences; everybody manages their own. */
export function managesAbsences(actor: Actor): boolean {
  return can(actor, "crm:rule:edit");
}
