import { createStore } from "#platform/store.ts";

const badges = createStore<Readonly<Record<string, number>>>({});

/** Shows beside the menu entry of an address how much waits there; 0 shows nothing. */
export function setMenuBadge(path: string, count: number): void {
  const before = badges.get();
  if ((before[path] ?? 0) !== count) badges.set({ ...before, [path]: count });
}

/** How much waits behind each menu entry, by its address. */
export const useMenuBadges = badges.useValue;

/** "12", "99+"; null where nothing waits. */
export function badgeText(count: number | undefined): string | null {
  if (!count) return null;
  return count > 99 ? "99+" : String(count);
}
