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
 * Whether an entry is granted automatically with the permissions it needs: hidden product screens, such as a lead's page,
 * which nobody would think of ticking. Those with buttons of their own are ticked like others unless everyone can open
 * them.
 */
export function follows(entry: Pick<GrantableMenu, "menu_id" | "visible" | "type">): boolean {
  const own = ours.get(entry.menu_id);
  if (!own || entry.visible || entry.type === "BUTTON") return false;
  return own.buttons.length === 0 || own.needs.length === 0;
}

/**
 * The entries that a role gets from the ticks and its permissions: the ticked ones except buttons, those that
 * follow, and all parents of these.
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
