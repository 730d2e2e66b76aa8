import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let badges: Readonly<Record<string, number>> = {};

/** Shows beside the menu entry of an address how much waits there; 0 shows nothing. */
export function setMenuBadge(path: string, count: number): void {
  if ((badges[path] ?? 0) === count) return;
  badges = { ...badges, [path]: count };
  for (const listener of listeners) listener();
}

/** How much waits behind each menu entry, by its address. */
export function useMenuBadges(): Readonly<Record<string, number>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => badges,
  );
}

/** "12", "99+"; null where nothing waits. */
export function badgeText(count: number | undefined): string | null {
  if (!count) return null;
  return count > 99 ? "99+" : String(count);
}
