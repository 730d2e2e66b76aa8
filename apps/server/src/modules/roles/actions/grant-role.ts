import type { MenuId, RoleId } from "@homeroom/contract/ids";
import { permissions as everyPermission, grants } from "@homeroom/contract/permissions";
import { roles } from "@homeroom/contract/roles";
import { giveMenus, menuEntries, menusOfRole } from "#modules/menus/public";
import { viewersOf, withRightsLock } from "#modules/sign-in/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { requireStillManages, requireWithinOwnRights, withinReach } from "../policy.ts";
import { holdersOf, lockRoles, permissionsOfRoles } from "../queries.ts";
import { type Difference, difference } from "../rules.ts";
import { recordRoleChange } from "../writes.ts";
import { notifyHolders, otherRolesOf } from "./notify-holders.ts";
import { requireDiscountsWithin } from "./require-discounts-within.ts";

interface Grant {
  id: RoleId;
  version?: number | undefined;
  menuIds: readonly MenuId[];
}

/**
 * Replaces a role's grants: screens, and the permissions of the ticked buttons, both or nothing. Permissions without a
 * button, and those of the platform, stay as they are for actors who do not see them. Throws NOT_FOUND, STALE_DATA,
 * FIELD_INVALID for unknown entries, ROLE_BEYOND_OWN_RIGHTS, ROLE_LOCKS_YOU_OUT.
 */
export function grantRole(db: Database, caller: Actor, grant: Grant): Promise<null> {
  const scope = sharedScope(caller);
  return withRightsLock(db, caller, async (tx, actor) => {
    requireAccess(actor, roles.grant);
    const [role] = await lockRoles(tx, scope, [grant.id]);
    if (!role) throw new AppError("NOT_FOUND");
    const given = await permissionsOfRoles(tx, scope, [grant.id]);
    requireWithinOwnRights(actor, given, withinReach(actor));
    requireVersion(role, grant.version);

    const wanted = await wantedRights(tx, actor, { given, menuIds: grant.menuIds });
    const rights = difference(expanded(given), wanted.permissions);
    requireWithinOwnRights(actor, rights.added);
    const holders = await holdersOf(tx, scope, [grant.id]);
    const roleWith = (held: readonly string[]) => ({ permissions: held, discountLimit: role.discount_limit });
    const selling = { before: [roleWith(given)], after: roleWith(wanted.permissions) };
    await requireDiscountsWithin(tx, scope, { actor, roleId: grant.id, ...selling, holders });
    if (holders.some((one) => one.account_id === actor.accountId)) {
      const others = await otherRolesOf(tx, scope, { accountId: actor.accountId, without: [grant.id] });
      const left = [...(await permissionsOfRoles(tx, scope, others)), ...(role.status === 1 ? wanted.permissions : [])];
      requireStillManages(actor, (permission) => grants(left, permission));
    }

    const before = await menusOfRole(tx, scope, grant.id);
    await giveMenus(tx, scope, { roleId: grant.id, menuIds: wanted.menuIds, permissions: wanted.permissions });
    const screens = difference(before, await menusOfRole(tx, scope, grant.id));
    if ([rights, screens].every(({ added, removed }) => added.length + removed.length === 0)) return null;
    await writePermissions(tx, scope, { roleId: grant.id, given, wanted: wanted.permissions });
    await tx
      .updateTable("role")
      .set({ version: role.version + 1, updated_at: new Date(), updated_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("role_id", "=", grant.id)
      .execute();
    await recordRoleChange(tx, actor, "granted", {
      id: grant.id,
      name: role.name,
      ...changeOf(rights, named(screens, wanted.names)),
    });
    await notifyHolders(tx, scope, { holders, viewers: await viewersOf(tx, scope, [grant.id]) });
    return null;
  });
}

async function wantedRights(
  tx: Tx,
  actor: Actor,
  { given, menuIds }: { given: readonly string[]; menuIds: readonly MenuId[] },
) {
  const entries = await menuEntries(tx);
  const seen = new Map(
    entries.filter((one) => actor.isPlatform || !one.platform_only).map((one) => [one.menu_id, one]),
  );
  const unknown = menuIds.find((id) => !seen.has(id));
  if (unknown) throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "menuIds", name: "FIELD_INVALID" }] });
  const ticked = new Set(menuIds.flatMap((id) => seen.get(id)?.perm || []));
  const shown = new Set([...seen.values()].map((one) => one.perm).filter((perm) => perm !== ""));
  const kept = expanded(given).filter((permission) => !shown.has(permission));
  const unseen = entries.filter((one) => !seen.has(one.menu_id)).map((one) => one.menu_id);
  return {
    permissions: [...ticked, ...kept],
    menuIds: [...menuIds, ...unseen],
    names: new Map<string, string>(entries.map((one) => [one.menu_id, one.name])),
  };
}

/** Each permission separately: those granted by a wildcard can then be removed one by one. */
function expanded(given: readonly string[]): string[] {
  const known = everyPermission.filter((permission) => grants(given, permission));
  const unknown = given.filter((permission) => !permission.endsWith(":*") && !known.some((one) => one === permission));
  return [...known, ...unknown];
}

async function writePermissions(
  tx: Tx,
  scope: Scope,
  { roleId, given, wanted }: { roleId: RoleId; given: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  const { added, removed } = difference(given, wanted);
  if (removed.length > 0) {
    await tx
      .deleteFrom("role_permission")
      .where("organization_id", "=", scope.organizationId)
      .where("role_id", "=", roleId)
      .where("permission", "in", removed)
      .execute();
  }
  if (added.length > 0) {
    const rows = added.map((permission) => ({ organization_id: scope.organizationId, role_id: roleId, permission }));
    await tx.insertInto("role_permission").values(rows).execute();
  }
}

function named({ added, removed }: Difference<string>, names: ReadonlyMap<string, string>): Difference<string> {
  const nameOf = (id: string) => names.get(id) ?? id;
  return { added: added.map(nameOf), removed: removed.map(nameOf) };
}

/** The difference for the audit log: the rights that the role lost and gained. */
function changeOf(rights: Difference<string>, screens: Difference<string>) {
  return {
    before: { permissions: rights.removed, menus: screens.removed },
    after: { permissions: rights.added, menus: screens.added },
  };
}
