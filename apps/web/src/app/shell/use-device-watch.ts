import { useEffect } from "react";
import { media } from "#platform/media.ts";
import { preferences } from "#platform/preferences.ts";

const desktop = media("(min-width: 992px)");

/**
 * Follows the width of the window. Crossing 992 px opens the sidebar on the way up and closes it on the way down; at
 * the start the stored state of a desktop is left alone.
 */
export function useDeviceWatch(): void {
  useEffect(() => {
    preferences.set(desktop.matches() ? { device: "desktop" } : { device: "mobile", sidebarStatus: "closed" });
    const follow = () =>
      preferences.set(
        desktop.matches()
          ? { device: "desktop", sidebarStatus: "opened" }
          : { device: "mobile", sidebarStatus: "closed" },
      );
    return desktop.subscribe(follow);
  }, []);
}
