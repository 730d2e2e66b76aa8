import { createStore } from "#platform/store.ts";
import type { MenuEntry } from "./menu-tree.ts";

const menus = createStore<MenuEntry[]>([]);

/** The server's menus, as a tree; the dashboard is not among them. */
export const currentMenus = menus.get;

export const setMenus = menus.set;

/** The server's menus; the component renders again when they change. */
export const useMenus = menus.useValue;
