import type { MenuId } from "@homeroom/contract/ids";
import type { RouteNode } from "@homeroom/contract/menus";

/** A stored menu entry that is not a button. */
export interface StoredMenu {
  menu_id: MenuId;
  parent_id: MenuId | null;
  type: "CATALOG" | "MENU" | "EXTLINK";
  name: string;
  titles: Record<"zh-tw" | "zh-cn" | "en", string> | null;
  route_name: string;
  route_path: string;
  component: string;
  redirect: string;
  icon: string;
  sort: number;
  visible: boolean;
  keep_alive: boolean;
  always_show: boolean;
  params: Record<string, string> | null;
}

/** The entries as a tree of routes, in their order. Entries below a missing parent and empty catalogues are left out. */
export function routeTree(menus: readonly StoredMenu[]): RouteNode[] {
  return nodesUnder(menus, null, "");
}

function nodesUnder(menus: readonly StoredMenu[], parent: MenuId | null, parentPath: string): RouteNode[] {
  return menus
    .filter((menu) => menu.parent_id === parent)
    .sort((one, other) => one.sort - other.sort)
    .flatMap((menu) => {
      const path = fullPath(parentPath, menu.route_path);
      const children = nodesUnder(menus, menu.menu_id, path);
      if (menu.type === "CATALOG" && children.length === 0) return [];
      return [nodeOf(menu, path, children)];
    });
}

function nodeOf(menu: StoredMenu, path: string, children: RouteNode[]): RouteNode {
  const redirect = menu.redirect || (menu.type === "CATALOG" ? firstPath(path, children) : "");
  return {
    path: menu.route_path,
    ...(menu.component && { component: menu.component }),
    ...(redirect && { redirect }),
    name: menu.route_name || nameFromPath(menu.route_path),
    meta: {
      title: menu.name,
      ...(menu.titles && { titles: menu.titles }),
      icon: menu.icon,
      hidden: !menu.visible,
      ...(menu.type === "MENU" && menu.keep_alive && { keepAlive: true as const }),
      alwaysShow: menu.always_show,
      params: menu.params && Object.keys(menu.params).length > 0 ? menu.params : null,
    },
    ...(children.length > 0 && { children }),
  };
}

/** The target of a catalogue: its first visible entry without parameters. */
function firstPath(path: string, children: readonly RouteNode[]): string {
  const first = children.find((child) => child.component && !child.meta.hidden && !child.path.includes(":"));
  return first ? fullPath(path, first.path) : "";
}

function fullPath(parent: string, path: string): string {
  return path.startsWith("/") || parent === "" ? path : `${parent}/${path}`;
}

/** "/lead/new-list" becomes "LeadNewList". */
function nameFromPath(path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
}
