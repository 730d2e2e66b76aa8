import { useEffect } from "react";
import { preferences } from "#platform/preferences.ts";

const desktop = window.matchMedia("(min-width: 992px)");

/**
 * Follows the width of the window. Crossing 992 px opens the sidebar on the way up and closes it on the way down; at
 * the start the stored state of a desktop is left alone.
 */
export function useDeviceWatch(): void {
  useEffect(() => {
    preferences.set(desktop.matches ? { device: "desktop" } : { device: "mobile", sidebarStatus: "closed" });
    const follow = () =>
      preferences.set(
        desktop.matches
          ? { device: "desktop", sidebarStatus: "opened" }
          : { device: "mobile", sidebarStatus: "closed" },
      );
    desktop.addEventListener("change", follow);
    return () => desktop.removeEventListener("change", follow);
  }, []);
}
