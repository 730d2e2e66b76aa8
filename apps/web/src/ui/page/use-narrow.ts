import { useSyncExternalStore } from "react";
import { media } from "#platform/media.ts";

/** Whether the window is narrower than a number of pixels. */
export function useNarrow(below: number): boolean {
  const { subscribe, matches } = media(`(max-width: ${below - 0.02}px)`);
  return useSyncExternalStore(subscribe, matches);
}
