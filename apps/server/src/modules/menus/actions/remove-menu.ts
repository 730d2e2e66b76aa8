import type { MenuId } from "@homeroom/contract/ids";
import { menus } from "@homeroom/contract/menus";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { subtreeOf } from "../rules/menu-rules.ts";
import { lockMenu, tell } from "./save-menu.ts";

/**
 * Deletes an entry with everything below it. What roles may do stays; the product's own entries are remembered, so that
 * the import leaves them out and can bring them back. Throws NOT_FOUND.
 */
export function removeMenu(db: Database, actor: Actor, menuId: MenuId): Promise<null> {
  requireAccess(actor, menus.remove);
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const all = await lockMenu(tx);
    const menu = all.find((one) => one.menu_id === menuId);
    if (!menu) throw new AppError("NOT_FOUND");
    const ids = subtreeOf(all, menuId);
    const gone = all.filter((one) => ids.has(one.menu_id));
    const ours = gone.filter((one) => one.definition !== null);
    if (ours.length > 0) {
      const rows = ours.map(({ menu_id, name }) => ({ menu_id, name, removed_by: actor.accountId }));
      await tx
        .insertInto("removed_menu")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await tx.deleteFrom("menu").where("menu_id", "=", menuId).execute();
    const entries = gone.map((one) => one.name);
    await tell(tx, actor, { action: "deleted", menuId, name: menu.name, before: { entries } });
    return null;
  });
}
