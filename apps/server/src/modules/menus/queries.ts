import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { StoredMenu } from "./rules/route-tree.ts";

/**
 * The menus that an actor's active roles are given, without buttons; all for the owner. What is the platform's needs the
 * account's platform flag too.
 */
export async function menusFor(tx: Tx, scope: Scope, actor: Actor): Promise<StoredMenu[]> {
  const found = await sql<StoredMenu>`
    select m.menu_id, m.parent_id, m.type, m.name, m.titles, m.route_name, m.route_path, m.component, m.redirect,
      m.icon, m.sort, m.visible, m.keep_alive, m.always_show, m.params
    from menu m
    where m.type <> 'BUTTON' and (not m.platform_only or ${actor.isPlatform}) and (${actor.isOwner} or exists (
      select from role_menu rm
      join account_role_in_force held using (organization_id, role_id)
      where rm.organization_id = ${scope.organizationId} and rm.menu_id = m.menu_id
        and held.account_id = ${actor.accountId}))
    order by m.sort, m.menu_id`.execute(tx);
  return found.rows;
}
