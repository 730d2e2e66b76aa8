import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { MenuId } from "@homeroom/contract/ids";
import type { MenuImportPlan, MenuType } from "@homeroom/contract/menus";
import { type MenuEntry, menuIdOf, menuTree } from "./menu-tree.ts";

/** The columns of a product entry, with a hash of them. */
export type ProductMenu = ReturnType<typeof rowsOf>[number];

/** The product's own menu as rows: parents first, buttons after their screen. */
export function productMenu(): ProductMenu[] {
  return menuTree.flatMap(rowsOf);
}

interface StoredEntry extends Omit<ProductMenu, "definition"> {
  definition: string | null;
}

/** The changes that an import of the product's menu makes to the stored one; `deleted`: the product's entries deleted here. */
export function importPlan(
  stored: readonly StoredEntry[],
  deleted: readonly { menu_id: MenuId; name: string }[],
): MenuImportPlan {
  const product = productMenu();
  const here = new Map(stored.map((menu) => [menu.menu_id, menu]));
  const gone = new Set(deleted.map((menu) => menu.menu_id));
  const both = product.flatMap((ours) => {
    const theirs = here.get(ours.menu_id);
    return theirs ? [{ ours, theirs, fields: differing(ours, theirs) }] : [];
  });
  const changed = both.filter(({ ours, theirs }) => ours.definition !== theirs.definition);
  const edited = both.filter((pair) => !changed.includes(pair) && pair.fields.length > 0);
  const ids = new Set(product.map((menu) => menu.menu_id));
  return {
    added: product.filter(({ menu_id }) => !here.has(menu_id) && !gone.has(menu_id)).map(named),
    changed: changed.map(({ ours, fields }) => ({ ...named(ours), fields })),
    removed: stored.filter((menu) => menu.definition !== null && !ids.has(menu.menu_id)).map(named),
    edited: edited.map(({ ours, fields }) => ({ ...named(ours), fields })),
    deleted: product.filter(({ menu_id }) => gone.has(menu_id)).map(named),
  };
}

function named(menu: { menu_id: MenuId; name: string; type: MenuType }) {
  return { id: menu.menu_id, name: menu.name, type: menu.type };
}

function differing(ours: ProductMenu, theirs: StoredEntry): string[] {
  const { definition: _, menu_id: _id, ...columns } = ours;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return names.filter((name) => !isDeepStrictEqual(ours[name], theirs[name]));
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

/** Relative to its catalogue if it is below the catalogue's path. */
function pathWithin(parent: string, path: string): string {
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : path;
}
