import type { MenuId } from "@homeroom/contract/ids";
import { grants } from "@homeroom/contract/permissions";
import { menuIdOf, menuTree } from "./menu-tree.ts";

/** The fields of a menu entry that decide who gets it. */
export interface GrantableMenu {
  menu_id: MenuId;
  parent_id: MenuId | null;
  type: "CATALOG" | "MENU" | "BUTTON" | "EXTLINK";
  name: string;
  perm: string;
  visible: boolean;
  platform_only: boolean;
}

const ours = new Map(menuTree.map((entry) => [menuIdOf(entry.name), entry]));

/**
 * Whether an entry is given by itself, with what it needs: the product's hidden screens, such as the page of one lead,
 * which nobody would think of ticking. Those that carry buttons of their own are ticked like others unless all may open
 * them.
 */
export function follows(entry: Pick<GrantableMenu, "menu_id" | "visible" | "type">): boolean {
  const own = ours.get(entry.menu_id);
  if (!own || entry.visible || entry.type === "BUTTON") return false;
  return own.buttons.length === 0 || own.needs.length === 0;
}

/**
 * The entries that a role is given for what was ticked and for what it may do: the ticked ones but buttons, those that
 * follow, and everything above any of them.
 */
export function menusFor(
  entries: readonly GrantableMenu[],
  ticked: ReadonlySet<MenuId>,
  permissions: readonly string[],
): MenuId[] {
  const byId = new Map(entries.map((entry) => [entry.menu_id, entry]));
  const given = entries.filter((entry) => {
    if (entry.type === "BUTTON") return false;
    return follows(entry) ? isOpenTo(entry.menu_id, permissions) : ticked.has(entry.menu_id);
  });
  const all = new Set<MenuId>();
  for (const entry of given) {
    let at: GrantableMenu | undefined = entry;
    while (at && !all.has(at.menu_id)) {
      all.add(at.menu_id);
      at = at.parent_id ? byId.get(at.parent_id) : undefined;
    }
  }
  return [...all];
}

function isOpenTo(menuId: MenuId, permissions: readonly string[]): boolean {
  const needs = ours.get(menuId)?.needs ?? [];
  return needs.length === 0 || needs.some((permission) => grants(permissions, permission));
}
