import { createStore } from "#platform/store.ts";

const badges = createStore<Readonly<Record<string, number>>>({});

/** Sets the count beside the menu entry of an address; 0 shows nothing. */
export function setMenuBadge(path: string, count: number): void {
  const before = badges.get();
  if ((before[path] ?? 0) !== count) badges.set({ ...before, [path]: count });
}

/** The count of each menu entry, by its address. */
export const useMenuBadges = badges.useValue;

/** "12", "99+"; null for 0. */
export function badgeText(count: number | undefined): string | null {
  if (!count) return null;
  return count > 99 ? "99+" : String(count);
}
