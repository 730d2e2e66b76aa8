import { useMemo } from "react";
import { views } from "../views.ts";
import { useMenus } from "./menu-store.ts";
import { type MenuEntry, visibleMenu } from "./menu-tree.ts";
import { dashboardEntry } from "./static-entries.ts";

/** What the sidebar, the top bar and the command palette show: the dashboard first, then the server's menus. */
export function useVisibleMenu(): MenuEntry[] {
  const menus = useMenus();
  return useMemo(
    () => visibleMenu([dashboardEntry, ...menus.filter(({ path }) => path !== dashboardEntry.path)], views),
    [menus],
  );
}
