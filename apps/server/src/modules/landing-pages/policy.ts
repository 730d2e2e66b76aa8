import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";

/** The pages that an actor reaches: those whose leads go to a branch of theirs. Throws PERMISSION_DENIED. */
export function reachPages(actor: Actor, permission: Permission): Scope {
  requirePermission(actor, permission);
  return scopeOf(actor, "ad:landing:query");
}
