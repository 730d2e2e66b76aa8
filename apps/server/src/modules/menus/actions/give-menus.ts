import type { MenuId, RoleId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { menuEntries, menusOfRole } from "../queries.ts";
import { menusFor } from "../rules/role-menus.ts";

/** Makes a role's menu what was ticked for it, with what follows from what it may do. The role must be locked. */
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
