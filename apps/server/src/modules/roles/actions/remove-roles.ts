import type { RoleId } from "@homeroom/contract/ids";
import { grants } from "@homeroom/contract/permissions";
import { roles } from "@homeroom/contract/roles";
import { viewersOf, withRightsLock } from "#modules/sign-in/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireStillManages, requireWithinOwnRights, withinReach } from "../policy.ts";
import { holdersOf, lockRoles, permissionsOfRoles, rolesInForce } from "../queries.ts";
import { recordRoleChange } from "../writes.ts";
import { notifyHolders, otherRolesOf } from "./notify-holders.ts";

const namedAtMost = 20;

/**
 * Deletes roles, all or none, and removes them from their holders. Throws NOT_FOUND, ROLE_DEFAULT_PROTECTED,
 * ROLE_BEYOND_OWN_RIGHTS, ROLE_LOCKS_YOU_OUT, and without `confirm` ROLE_HAS_ACCOUNTS, whose details name the holders
 * and which of them could no longer sign in.
 */
export function removeRoles(
  db: Database,
  caller: Actor,
  { ids, confirm }: { ids: readonly RoleId[]; confirm: boolean },
): Promise<null> {
  const scope = sharedScope(caller);
  return withRightsLock(db, caller, async (tx, actor) => {
    requireAccess(actor, roles.remove);
    const found = await lockRoles(tx, scope, ids);
    if (found.some((role) => role.is_default)) throw new AppError("ROLE_DEFAULT_PROTECTED");
    requireWithinOwnRights(actor, await permissionsOfRoles(tx, scope, ids), withinReach(actor));
    const holders = await holdersOf(tx, scope, ids);
    await requireStillManagesWithout(tx, scope, { actor, ids, holders });
    if (holders.length > 0 && !confirm) throw await holdersWarning(tx, scope, { ids, holders });

    const viewers = await viewersOf(tx, scope, ids);
    for (const role of found) {
      const { role_id, name, description, status } = role;
      const permissions = await permissionsOfRoles(tx, scope, [role_id]);
      const accounts = (await holdersOf(tx, scope, [role_id])).map((one) => one.nickname);
      await recordRoleChange(tx, actor, "deleted", {
        id: role_id,
        name,
        before: { name, description, status, permissions: permissions.sort(), accounts },
      });
    }
    await tx
      .deleteFrom("role")
      .where("organization_id", "=", scope.organizationId)
      .where("role_id", "in", [...ids])
      .execute();
    await notifyHolders(tx, scope, { holders, viewers });
    return null;
  });
}

type Holders = Awaited<ReturnType<typeof holdersOf>>;

async function requireStillManagesWithout(
  tx: Tx,
  scope: Scope,
  { actor, ids, holders }: { actor: Actor; ids: readonly RoleId[]; holders: Holders },
): Promise<void> {
  if (!holders.some((one) => one.account_id === actor.accountId)) return;
  const others = await otherRolesOf(tx, scope, { accountId: actor.accountId, without: ids });
  const left = await permissionsOfRoles(tx, scope, others);
  requireStillManages(actor, (permission) => grants(left, permission));
}

async function holdersWarning(
  tx: Tx,
  scope: Scope,
  { ids, holders }: { ids: readonly RoleId[]; holders: Holders },
): Promise<AppError> {
  const people = [...new Map(holders.map((one) => [one.account_id, one])).values()];
  const held = await rolesInForce(
    tx,
    scope,
    people.map((one) => one.account_id),
  );
  const stays = new Set(held.filter((row) => !ids.includes(row.role_id)).map((row) => row.account_id));
  const losing = people.filter((one) => !one.is_owner && !stays.has(one.account_id));
  const names = (some: Holders) => some.slice(0, namedAtMost).map((one) => one.nickname);
  return new AppError(
    "ROLE_HAS_ACCOUNTS",
    { n: people.length },
    {
      details: {
        count: people.length,
        accounts: names(people),
        losingSignInCount: losing.length,
        losingSignIn: names(losing),
      },
    },
  );
}
