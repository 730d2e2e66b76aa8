import { menus } from "@homeroom/contract/menus";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inSystemTransaction, inTransaction, type SystemTx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { menusChanged } from "../events.ts";
import { removedMenus, wholeMenu } from "../queries.ts";
import { importPlan, type ProductMenu, productMenu } from "../rules/import-plan.ts";
import { type MenuEntry, menuIdOf, menuTree } from "../rules/menu-tree.ts";
import { grantMenus } from "./role-menus.ts";

/** Locked by every change of the menu. */
export const menuLock = 7_042_001;

interface Counts {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Updates the stored menu to the product's own tree. Grants stay; platform staff's changes of an entry stay until
 * the product itself changes that entry, entries they deleted stay deleted, unless either is to be restored; entries that
 * they added stay. A new entry is given to the roles with the permissions it needs, in every organisation. Safe to run at
 * every start and by several processes at once.
 */
export async function importMenus(db: Database, { restore = false }: { restore?: boolean } = {}): Promise<Counts> {
  return inSystemTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${menuLock})`.execute(tx);
    const stored = await wholeMenu(tx);
    const plan = importPlan(stored, await removedMenus(tx));
    const added = new Set([...plan.added, ...(restore ? plan.deleted : [])].map((entry) => entry.id));
    const changed = new Set([...plan.changed, ...(restore ? plan.edited : [])].map((entry) => entry.id));
    // A deleted parent removes everything below it, also entries that the product adds there later.
    const there = new Set([...stored.map((menu) => menu.menu_id), ...added]);
    const rows = productMenu().filter(
      ({ menu_id, parent_id }) =>
        (added.has(menu_id) || changed.has(menu_id)) && (parent_id === null || there.has(parent_id)),
    );
    await write(tx, rows);
    if (restore) await tx.deleteFrom("removed_menu").execute();
    for (const { id } of plan.removed) await tx.deleteFrom("menu").where("menu_id", "=", id).execute();
    const written = new Set(rows.map((row) => row.menu_id));
    const screens = menuTree.filter((entry) => added.has(menuIdOf(entry.name)) && written.has(menuIdOf(entry.name)));
    if (screens.length > 0) await grantEverywhere(tx, screens);
    const of = (ids: ReadonlySet<string>) => rows.filter((row) => ids.has(row.menu_id)).length;
    return { added: of(added), changed: of(changed), removed: plan.removed.length };
  });
}

/** The same at the request of platform staff: logged, and everybody is notified. */
export async function importMenusNow(db: Database, actor: Actor, { restore }: { restore: boolean }): Promise<Counts> {
  requireAccess(actor, menus.importTree);
  const counts = await importMenus(db, { restore });
  if (counts.added + counts.changed + counts.removed === 0) return counts;
  await inTransaction(db, sharedScope(actor), async (tx) => {
    await recordChange(tx, actor, {
      module: "menu",
      action: "imported",
      subject: { type: "menu", id: "", name: "" },
      after: { ...counts, restore },
    });
    const { organizationId } = actor;
    await emit(tx, menusChanged, { organizationId, aggregateId: organizationId, payload: {} });
  });
  return counts;
}

async function write(tx: SystemTx, rows: ProductMenu[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] as ProductMenu).filter((column) => column !== "menu_id");
  await tx
    .insertInto("menu")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("menu_id").doUpdateSet(() => ({
        ...Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)])),
        version: sql`menu.version + 1`,
        updated_at: sql`now()`,
      })),
    )
    .execute();
}

async function grantEverywhere(tx: SystemTx, entries: readonly MenuEntry[]): Promise<void> {
  const organizations = await tx.selectFrom("known_organization").select("organization_id").execute();
  for (const { organization_id } of organizations) {
    await sql`select set_config('app.organization_id', ${organization_id}, true)`.execute(tx);
    await grantMenus(tx, organization_id, entries);
  }
}
