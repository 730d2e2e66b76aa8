import { useSyncExternalStore } from "react";
import type { MenuEntry } from "./menu-tree.ts";

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

/** The server's menus, redrawn when they change. */
export function useMenus(): MenuEntry[] {
  return useSyncExternalStore(subscribe, currentMenus);
}
