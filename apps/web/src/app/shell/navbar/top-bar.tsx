import { Menu } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { usePreference } from "#platform/preferences.ts";
import { Icon } from "#ui/icon/icon.tsx";
import { laid } from "#ui/laid.ts";
import { useRouteTitle } from "../../page-title.ts";
import { firstLeaf, type MenuEntry, menuAddress } from "../../routes/menu-tree.ts";
import { useVisibleMenu } from "../../routes/visible-menu.ts";
import { useMenuBadges } from "../menu-badges.ts";
import { Logo } from "../sidebar/logo.tsx";
import { menuItems } from "../sidebar/menu-items.tsx";
import { useActiveTop } from "../use-active-top.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import styles from "./navbar.module.css";
import { NavbarActions, type NavbarActionsProps } from "./navbar-actions.tsx";

interface TopBarProps extends NavbarActionsProps {
  /** Only the first level; its children are on the left. */
  mixed: boolean;
}

/** The menu as a bar across the page, for the layouts top and mix. */
export function TopBar({ mixed, ...actions }: TopBarProps) {
  const { t } = useTranslation("shell");
  const titleOf = useRouteTitle();
  const badges = useMenuBadges();
  const entries = useVisibleMenu();
  const active = useActiveTop(entries);
  const { facts, pathname } = useCurrentRoute();
  const [sidebarLogo] = usePreference("sidebarLogo");
  const navigate = useNavigate();

  const open = (path: string) => {
    const entry = entries.find((one) => one.path === path);
    const leaf = entry && firstLeaf([entry]);
    if (leaf && menuAddress(leaf) !== pathname) void navigate(menuAddress(leaf));
  };
  const firstLevel = (entry: MenuEntry) => ({
    key: entry.path,
    icon: <Icon name={entry.icon} />,
    label: titleOf(entry),
  });

  return (
    <header className={laid("middle fixed lineBelow surface", styles.topBar)}>
      {sidebarLogo && <Logo />}
      <nav className={laid("grow", styles.topMenu)} aria-label={t("mainMenu")}>
        {mixed ? (
          <Menu
            mode="horizontal"
            items={entries.map(firstLevel)}
            selectedKeys={active ? [active.path] : []}
            onClick={({ key }) => open(key)}
          />
        ) : (
          <Menu
            mode="horizontal"
            items={menuItems(entries, { titleOf, badges })}
            selectedKeys={[facts?.path ?? pathname]}
          />
        )}
      </nav>
      <NavbarActions {...actions} />
    </header>
  );
}
