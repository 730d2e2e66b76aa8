import { ConfigProvider, Menu } from "antd";
import { useEffect, useState } from "react";
import { usePreference } from "#platform/preferences.ts";
import { readableOn } from "#ui/theme/colour.ts";
import { useDark } from "../../appearance.ts";
import { useRouteTitle } from "../../page-title.ts";
import type { MenuEntry } from "../../routes/menu-tree.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import { menuItems } from "./menu-items.tsx";

export const classicColours = { ground: "#304156", text: "#bfcbd9", hover: "#263445", logo: "#2d3748" } as const;

/** Whether the sidebar wears its classic dark colours. In the dark theme there is only the dark one. */
export function useClassicSidebar(): boolean {
  const [sidebarColor] = usePreference("sidebarColor");
  return !useDark() && sidebarColor === "classic";
}

interface SideMenuProps {
  entries: readonly MenuEntry[];
  collapsed: boolean;
}

export function SideMenu({ entries, collapsed }: SideMenuProps) {
  const titleOf = useRouteTitle();
  const classic = useClassicSidebar();
  const [themeColor] = usePreference("themeColor");
  const { facts, pathname } = useCurrentRoute();
  const [openKeys, setOpenKeys] = useState<string[]>([]);
  const trail = facts?.trail.join("\n") ?? "";
  useEffect(() => {
    if (trail) setOpenKeys((open) => [...new Set([...open, ...trail.split("\n")])]);
  }, [trail]);

  return (
    <ConfigProvider
      theme={{
        components: {
          Menu: {
            collapsedWidth: 54,
            collapsedIconSize: 16,
            darkItemBg: "transparent",
            darkSubMenuItemBg: "transparent",
            darkPopupBg: classicColours.ground,
            darkItemColor: classicColours.text,
            darkItemHoverBg: classicColours.hover,
            darkItemSelectedBg: classicColours.hover,
            darkItemSelectedColor: readableOn(themeColor, classicColours.hover),
          },
        },
      }}
    >
      <Menu
        mode="inline"
        theme={classic ? "dark" : "light"}
        inlineCollapsed={collapsed}
        inlineIndent={16}
        items={menuItems(entries, titleOf)}
        selectedKeys={[facts?.path ?? pathname]}
        {...(collapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
        style={{ borderInlineEnd: 0, background: "transparent" }}
      />
    </ConfigProvider>
  );
}
