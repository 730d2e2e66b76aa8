import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Database, inSystemTransaction, type SystemTx } from "#platform/db/transaction";
import { type MenuEntry, menuIdOf, menuTree } from "../rules/menu-tree.ts";
import { grantMenus } from "./grant-menus.ts";

const lock = 7_042_001;

/**
 * Brings the stored menu up to the product's own tree. Grants stay; what platform staff changed in an entry stays until
 * the product itself changes that entry; entries that they added stay. A new entry is given to the default roles that
 * hold what it needs, in every organisation. Safe to run at every start and by several processes at once.
 */
export async function importMenus(db: Database): Promise<{ added: number; changed: number; removed: number }> {
  const rows = menuTree.flatMap(rowsOf);
  return inSystemTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    const known = await tx
      .selectFrom("menu")
      .select(["menu_id", "definition"])
      .where("definition", "is not", null)
      .execute();
    const before = new Map(known.map((row) => [row.menu_id, row.definition]));
    const added = rows.filter((row) => !before.has(row.menu_id));
    const changed = rows.filter((row) => before.has(row.menu_id) && before.get(row.menu_id) !== row.definition);
    await write(tx, [...added, ...changed]);
    const removed = known.filter((old) => rows.every((row) => row.menu_id !== old.menu_id));
    for (const old of removed) await tx.deleteFrom("menu").where("menu_id", "=", old.menu_id).execute();
    const screens = menuTree.filter((entry) => added.some((row) => row.menu_id === menuIdOf(entry.name)));
    if (screens.length > 0) await grantEverywhere(tx, screens);
    return { added: added.length, changed: changed.length, removed: removed.length };
  });
}

type MenuRow = ReturnType<typeof rowsOf>[number];

async function write(tx: SystemTx, rows: MenuRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] as MenuRow).filter((column) => column !== "menu_id");
  await tx
    .insertInto("menu")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("menu_id")
        .doUpdateSet(() => Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]))),
    )
    .execute();
}

/** The entry and its buttons as rows. */
function rowsOf(entry: MenuEntry, index: number) {
  const parent = menuTree.find((other) => other.name === entry.parent);
  const own = row({
    menu_id: menuIdOf(entry.name),
    parent_id: parent ? menuIdOf(parent.name) : null,
    type: entry.type,
    name: entry.title,
    route_name: entry.name,
    route_path: parent ? pathWithin(parent.path, entry.path) : entry.path,
    component: entry.view,
    perm: "",
    icon: entry.icon,
    sort: (index + 1) * 10,
    visible: !entry.hidden,
    keep_alive: entry.keepAlive,
    platform_only: entry.platformOnly,
  });
  const buttons = entry.buttons.map((permission, place) =>
    row({
      ...own,
      menu_id: menuIdOf(permission),
      parent_id: own.menu_id,
      type: "BUTTON" as const,
      name: permission,
      route_name: "",
      route_path: "",
      component: "",
      perm: permission,
      icon: "",
      sort: place + 1,
      visible: true,
      keep_alive: false,
    }),
  );
  return [own, ...buttons];
}

function row<Fields extends object>(fields: Fields): Fields & { definition: string } {
  const { definition: _, ...known } = fields as Fields & { definition?: string };
  const text = JSON.stringify(known);
  return { ...(known as Fields), definition: createHash("sha256").update(text).digest("base64url") };
}

/** Relative to the catalogue that it is in, as far as it lies there. */
function pathWithin(parent: string, path: string): string {
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : path;
}

async function grantEverywhere(tx: SystemTx, entries: readonly MenuEntry[]): Promise<void> {
  const organizations = await tx.selectFrom("organization").select("organization_id").execute();
  for (const { organization_id } of organizations) {
    await sql`select set_config('app.organization_id', ${organization_id}, true)`.execute(tx);
    await grantMenus(tx, organization_id, entries);
  }
}
