import type { RoleId } from "@homeroom/contract/ids";
import { rightsChanged, viewSessionAs } from "#modules/sign-in/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireLimitWithin, requireWithinOwnRights, withinReach } from "../policy.ts";
import { discountLimitOf, lockRoles, permissionsOfRoles, roleName } from "../queries.ts";
import { recordRoleChange } from "../writes.ts";

/**
 * Lets the actor's session view the product as a role, until they end the view or sign out. Throws NOT_FOUND, and
 * ROLE_BEYOND_OWN_RIGHTS for a role with more rights than theirs.
 */
export async function viewAsRole(db: Database, actor: Actor, roleId: RoleId): Promise<null> {
  requirePermission(actor, "sys:role:query");
  requirePermission(actor, "sys:role:grant");
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    // Locked, so that it is not deleted before the session points to it.
    const [role] = await lockRoles(tx, scope, [roleId]);
    if (!role) throw new AppError("NOT_FOUND");
    const { name, discount_limit: discountLimit } = role;
    requireWithinOwnRights(actor, await permissionsOfRoles(tx, scope, [roleId]), withinReach(actor));
    requireLimitWithin(await discountLimitOf(tx, scope, actor), discountLimit);
    await viewSessionAs(tx, scope, { sessionId: actor.sessionId, roleId });
    await recordRoleChange(tx, actor, "viewedAsRole", {
      id: roleId,
      name,
      before: { viewsAs: "" },
      after: { viewsAs: name },
    });
    await rightsChanged(tx, scope, [actor.accountId]);
    return null;
  });
}

/** Restores the session's own rights, whatever the role's are. Does nothing if it has them. */
export async function endViewAsRole(db: Database, actor: Actor): Promise<null> {
  const { viewsAs } = actor;
  if (!viewsAs) return null;
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const name = (await roleName(tx, scope, viewsAs)) ?? "";
    await viewSessionAs(tx, scope, { sessionId: actor.sessionId, roleId: null });
    await recordRoleChange(tx, actor, "viewedAsRole", {
      id: viewsAs,
      name,
      before: { viewsAs: name },
      after: { viewsAs: "" },
    });
    await rightsChanged(tx, scope, [actor.accountId]);
    return null;
  });
}
