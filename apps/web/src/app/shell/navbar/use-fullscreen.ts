import { useSyncExternalStore } from "react";

/** Whether the page fills the screen, and the way to change it. */
export function useFullscreen(): [boolean, () => void] {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  // A browser may refuse; then nothing changes and there is nothing to say.
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return [full, toggle];
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}
