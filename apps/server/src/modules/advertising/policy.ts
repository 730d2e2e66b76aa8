import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";

/** The scope of an actor who decides for all branches. Throws PERMISSION_DENIED for anyone else. */
export function wholeOrganization(actor: Actor, permission: Permission): Scope {
  requirePermission(actor, permission);
  const scope = scopeOf(actor, permission);
  if (scope.branchIds !== null) throw new AppError("PERMISSION_DENIED");
  return scope;
}
