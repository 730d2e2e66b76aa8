import { useSyncExternalStore } from "react";
import { productVersion } from "#platform/product.ts";
import { createListeners } from "#platform/store.ts";

const seenKey = "seen-version";
const listeners = createListeners();

function isSeen(): boolean {
  try {
    return localStorage.getItem(seenKey) === productVersion;
  } catch {
    // Storage is blocked: better no dot than one that never disappears.
    return true;
  }
}

/** Stores in this browser that the person has seen what is new in this version. */
export function markUpdatesSeen(): void {
  try {
    localStorage.setItem(seenKey, productVersion);
  } catch {
    // As above.
  }
  listeners.notify();
}

/** Whether there is a version whose changes the person has not seen in this browser. */
export function useHasNewUpdates(): boolean {
  return !useSyncExternalStore(listeners.subscribe, isSeen);
}
