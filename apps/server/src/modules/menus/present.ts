import type { MenuId } from "@homeroom/contract/ids";
import type { MenuForm, MenuOption, MenuRow } from "@homeroom/contract/menus";
import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, can } from "#platform/auth/actor";
import type { MenuRecord } from "./queries.ts";
import { follows } from "./rules/role-menus.ts";

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

function factsOf(menu: MenuRecord) {
  return {
    id: menu.menu_id,
    parentId: menu.parent_id,
    type: menu.type,
    name: menu.name,
    titles: menu.titles,
    routeName: menu.route_name,
    routePath: menu.route_path,
    component: menu.component,
    redirect: menu.redirect,
    perm: menu.perm,
    icon: menu.icon,
    sort: menu.sort,
    visible: flag(menu.visible),
    keepAlive: flag(menu.keep_alive),
    alwaysShow: flag(menu.always_show),
    isProduct: menu.definition !== null,
  };
}

export function presentMenuForm(menu: MenuRecord): MenuForm {
  const params = Object.entries(menu.params ?? {}).map(([key, value]) => ({ key, value }));
  return { ...factsOf(menu), params, version: menu.version };
}

/** The remaining entries as a tree; one whose parent is missing is a root. */
export function presentMenuTree(menus: readonly MenuRecord[], keep: (menu: MenuRecord) => boolean): MenuRow[] {
  const kept = menus.filter(keep);
  const ids = new Set(kept.map((menu) => menu.menu_id));
  const below = (parentId: MenuId | null): MenuRow[] =>
    kept
      .filter((menu) => (menu.parent_id && ids.has(menu.parent_id) ? menu.parent_id : null) === parentId)
      .map((menu) => {
        const children = below(menu.menu_id);
        return { ...factsOf(menu), ...(children.length > 0 && { children }) };
      });
  return below(null);
}

/** The menu to choose from. `actor` limits it to entries they can grant. */
export function presentMenuOptions(actor: Actor, menus: readonly MenuRecord[]): MenuOption[] {
  const shown = menus.filter((menu) => actor.isPlatform || !menu.platform_only);
  const below = (parentId: MenuId | null): MenuOption[] =>
    shown
      .filter((menu) => menu.parent_id === parentId)
      .map((menu) => {
        const children = below(menu.menu_id);
        return {
          value: menu.menu_id,
          label: menu.name,
          type: menu.type,
          titles: menu.titles,
          perm: menu.perm,
          visible: flag(menu.visible),
          follows: follows(menu),
          grantable: menu.type !== "BUTTON" || can(actor, menu.perm as Permission),
          ...(children.length > 0 && { children }),
        };
      });
  return below(null);
}
