import { useMemo, useSyncExternalStore } from "react";
import { views } from "../views.ts";
import { type MenuEntry, visibleMenu } from "./menu-tree.ts";
import { dashboardEntry } from "./static-entries.ts";

let entries: MenuEntry[] = [];
const listeners = new Set<() => void>();

/** The server's menus, as a tree; the dashboard is not among them. */
export function currentMenus(): MenuEntry[] {
  return entries;
}

export function setMenus(next: MenuEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the sidebar, the top bar and the command palette show: the dashboard first, then the server's menus. */
export function useVisibleMenu(): MenuEntry[] {
  const menus = useSyncExternalStore(subscribe, currentMenus);
  return useMemo(
    () => visibleMenu([dashboardEntry, ...menus.filter(({ path }) => path !== dashboardEntry.path)], views),
    [menus],
  );
}
