import type { MenuId, OrganizationId, RoleId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { SystemTx, Tx } from "#platform/db/transaction";
import { menuEntries, menusOfRole } from "../queries.ts";
import { type MenuEntry, menuIdOf, menuTree } from "../rules/menu-tree.ts";
import { menusFor } from "../rules/role-menus.ts";

/**
 * Gives entries of the product's menu to the organisation's roles: to each role those for which it has a
 * permission, and the catalogues that they are in. Entries that are not imported
 * yet are given when they are imported. The transaction must be the organisation's.
 */
export async function grantMenus(
  tx: Tx | SystemTx,
  organizationId: OrganizationId,
  entries: readonly MenuEntry[] = menuTree,
): Promise<void> {
  const wanted = entries
    .filter((entry) => !entry.platformOnly && entry.type !== "CATALOG")
    .flatMap((entry) => [
      { id: menuIdOf(entry.name), needs: entry.needs },
      ...(entry.parent ? [{ id: menuIdOf(entry.parent), needs: entry.needs }] : []),
    ]);
  await sql`
    insert into role_menu (organization_id, role_id, menu_id)
    select distinct p.organization_id, p.role_id, wanted.id
    from role_grant p cross join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id uuid, needs text[])
    join menu m on m.menu_id = wanted.id
    where p.organization_id = ${organizationId} and (cardinality(wanted.needs) = 0 or p.permission = any(wanted.needs))
    on conflict do nothing`.execute(tx);
}

/** Sets a role's menu to the ticked entries and those that follow from its permissions. The role must be locked. */
export async function giveMenus(
  tx: Tx,
  scope: Scope,
  { roleId, menuIds, permissions }: { roleId: RoleId; menuIds: readonly MenuId[]; permissions: readonly string[] },
): Promise<void> {
  const wanted = menusFor(await menuEntries(tx), new Set(menuIds), permissions);
  const before = await menusOfRole(tx, scope, roleId);
  const gone = before.filter((id) => !wanted.includes(id));
  const fresh = wanted.filter((id) => !before.includes(id));
  if (gone.length > 0) {
    await tx
      .deleteFrom("role_menu")
      .where("organization_id", "=", scope.organizationId)
      .where("role_id", "=", roleId)
      .where("menu_id", "in", gone)
      .execute();
  }
  if (fresh.length > 0) {
    const rows = fresh.map((menu_id) => ({ organization_id: scope.organizationId, role_id: roleId, menu_id }));
    await tx
      .insertInto("role_menu")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
