import { ConfigProvider, Menu } from "antd";
import { memo, useMemo, useState } from "react";
import { usePreference } from "#platform/preferences.ts";
import { readableOn } from "#ui/theme/colour.ts";
import { useDark } from "../../appearance.ts";
import { useRouteTitle } from "../../page-title.ts";
import { flat, type MenuEntry } from "../../routes/menu-tree.ts";
import { useMenuBadges } from "../menu-badges.ts";
import { usePaintedRoute } from "../use-current-route.ts";
import { menuItems } from "./menu-items.tsx";

const classicColours = { ground: "#304156", text: "#bfcbd9", hover: "#263445", logo: "#2d3748" } as const;

/** Whether the sidebar has its classic dark colours. In the dark theme it is always dark. */
export function useClassicSidebar(): boolean {
  const [sidebarColor] = usePreference("sidebarColor");
  return !useDark() && sidebarColor === "classic";
}

/**
 * Catalogues open and close at once. The kit's animation measures their height while the next screen renders, which makes
 * the browser lay out the whole page twice.
 */
const atOnce = {};
const nowhere: readonly string[] = [];

/** Keeps the same array as long as its content is the same: a new array makes the kit render the whole menu a second time. */
function useSameKeys(keys: string[]): string[] {
  const said = JSON.stringify(keys);
  return useMemo(() => JSON.parse(said) as string[], [said]);
}

interface SideMenuProps {
  entries: readonly MenuEntry[];
  collapsed: boolean;
}

export function SideMenu(menu: SideMenuProps) {
  const { facts, pathname } = usePaintedRoute();
  return <MarkedMenu {...menu} path={facts?.path ?? pathname} trail={facts?.trail ?? nowhere} />;
}

interface MarkedMenuProps extends SideMenuProps {
  /** The marked entry. */
  path: string;
  /** The catalogues that it is in. */
  trail: readonly string[];
}

/** Renders when its content changes, not with every address. */
const MarkedMenu = memo(function MarkedMenu({ entries, collapsed, path, trail }: MarkedMenuProps) {
  const titleOf = useRouteTitle();
  const badges = useMenuBadges();
  const classic = useClassicSidebar();
  const [themeColor] = usePreference("themeColor");
  // A catalogue is open while the current page is inside it, unless the person has opened or closed it.
  const [decided, setDecided] = useState<Record<string, boolean>>({});
  const catalogues = flat(entries).filter(({ children }) => children.length > 0);
  const openKeys = useSameKeys(
    catalogues.map(({ path }) => path).filter((path) => decided[path] ?? trail.includes(path)),
  );
  const selectedKeys = useSameKeys([path]);
  const handleOpen = (open: string[]) =>
    setDecided(Object.fromEntries(catalogues.map(({ path }) => [path, open.includes(path)])));

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
        motion={atOnce}
        items={menuItems(entries, { titleOf, badges })}
        selectedKeys={selectedKeys}
        {...(collapsed ? {} : { openKeys, onOpenChange: handleOpen })}
        style={{ borderInlineEnd: 0, background: "transparent" }}
      />
    </ConfigProvider>
  );
});
