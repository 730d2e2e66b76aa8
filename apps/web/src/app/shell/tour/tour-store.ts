import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

/** Opens the tour of the product, or ends it. */
export function showTour(shown: boolean): void {
  if (open === shown) return;
  open = shown;
  for (const listener of listeners) listener();
}

/** Whether the tour has been asked for. */
export function useTourAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
