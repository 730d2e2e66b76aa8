import { useSyncExternalStore } from "react";

/** Whether the window is narrower than a number of pixels. */
export function useNarrow(below: number): boolean {
  const media = window.matchMedia(`(max-width: ${below - 0.02}px)`);
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => media.matches,
  );
}
