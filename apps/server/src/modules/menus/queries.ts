import type { MenuId, RoleId } from "@homeroom/contract/ids";
import { grants, type Permission } from "@homeroom/contract/permissions";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type SystemTx, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { fullPath } from "./rules/menu-rules.ts";
import type { GrantableMenu } from "./rules/role-menus.ts";
import type { StoredMenu } from "./rules/route-tree.ts";

/**
 * The menus granted to an actor's active roles, without buttons; all for the owner. A person who views the product as a
 * role sees that role's menus if they have them too. Platform menus require the account's platform flag.
 */
export async function menusForActor(tx: Tx, scope: Scope, actor: Actor): Promise<StoredMenu[]> {
  const found = await sql<StoredMenu>`
    select m.menu_id, m.parent_id, m.type, m.name, m.titles, m.route_name, m.route_path, m.component, m.redirect,
      m.icon, m.sort, m.visible, m.keep_alive, m.always_show, m.params
    from menu m
    where m.type <> 'BUTTON' and (not m.platform_only or ${actor.isPlatform}) and (${actor.isOwner}
      or exists (
        select from role_menu rm
        join account_role_in_force held using (organization_id, role_id)
        where rm.organization_id = ${scope.organizationId} and rm.menu_id = m.menu_id
          and held.account_id = ${actor.accountId})
      or ${actor.viewsAs}::uuid is not null and exists (
        select from account_name own where own.organization_id = ${scope.organizationId}
          and own.account_id = ${actor.accountId} and own.is_owner))
      and (${actor.viewsAs}::uuid is null or exists (
        select from role_menu seen where seen.organization_id = ${scope.organizationId}
          and seen.menu_id = m.menu_id and seen.role_id = ${actor.viewsAs}))
    order by m.sort, m.menu_id`.execute(tx);
  return found.rows;
}

/** The paths of all pages in the menu, granted to a role or not. */
export async function menuPaths(db: Database): Promise<string[]> {
  const entries = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("menu")
      .select(["menu_id", "parent_id", "route_path"])
      .where("type", "in", ["CATALOG", "MENU"])
      .execute(),
  );
  return entries.map((entry) => fullPath(entry, entries));
}

/** The fields of every entry and button that decide who gets it. */
export function menuEntries(tx: Tx): Promise<GrantableMenu[]> {
  return tx
    .selectFrom("menu")
    .select(["menu_id", "parent_id", "type", "name", "perm", "visible", "platform_only"])
    .orderBy("sort")
    .orderBy("menu_id")
    .execute();
}

/** The entries granted to a role, without buttons. */
export async function menusOfRole(tx: Tx, scope: Scope, roleId: RoleId): Promise<MenuId[]> {
  const rows = await tx
    .selectFrom("role_menu")
    .select("menu_id")
    .where("organization_id", "=", scope.organizationId)
    .where("role_id", "=", roleId)
    .orderBy("menu_id")
    .execute();
  return rows.map((row) => row.menu_id);
}

/** The ticked entries of a role: those granted to it, and the buttons whose permission it has. */
export async function menuIdsOfRole(
  tx: Tx,
  scope: Scope,
  role: { roleId: RoleId; permissions: readonly string[]; withPlatform: boolean },
): Promise<MenuId[]> {
  const given = new Set(await menusOfRole(tx, scope, role.roleId));
  const entries = await menuEntries(tx);
  return entries
    .filter((entry) => role.withPlatform || !entry.platform_only)
    .filter((entry) =>
      entry.type === "BUTTON" ? grants(role.permissions, entry.perm as Permission) : given.has(entry.menu_id),
    )
    .map((entry) => entry.menu_id);
}

/** Every entry and button whole, in order. */
export function wholeMenu(tx: Tx | SystemTx) {
  return tx.selectFrom("menu").selectAll().orderBy("sort").orderBy("menu_id").execute();
}
export type MenuRecord = Awaited<ReturnType<typeof wholeMenu>>[number];

/** One entry whole. Throws NOT_FOUND. */
export async function loadMenu(tx: Tx, menuId: MenuId): Promise<MenuRecord> {
  const row = await tx.selectFrom("menu").selectAll().where("menu_id", "=", menuId).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

/** Entries of the product's own menu that platform staff deleted. */
export function removedMenus(tx: Tx | SystemTx) {
  return tx.selectFrom("removed_menu").select(["menu_id", "name"]).orderBy("removed_at").execute();
}

/** The number of roles and organisations with any of these entries. */
export async function usesOf(
  tx: SystemTx,
  menuIds: readonly MenuId[],
): Promise<{ roles: number; organizations: number }> {
  const found = await sql<{ roles: number; organizations: number }>`
    select count(distinct (organization_id, role_id))::int as roles,
      count(distinct organization_id)::int as organizations
    from role_menu where menu_id = any(${sql.val([...menuIds])}::uuid[])`.execute(tx);
  return found.rows[0] ?? { roles: 0, organizations: 0 };
}
