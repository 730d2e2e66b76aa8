import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { useVisibleMenu } from "../../routes/visible-menu.ts";
import { useActiveTop } from "../use-active-top.ts";
import { Logo } from "./logo.tsx";
import { SideMenu, useClassicSidebar } from "./side-menu.tsx";
import styles from "./sidebar.module.css";

interface SidebarProps {
  /** Always at its full width, as in the overlay of a phone. */
  expanded?: boolean;
}

/** The menu on the left: 210 px wide (248 in English), or 54 px when it is collapsed to its icons. */
export function Sidebar({ expanded = false }: SidebarProps) {
  const { t } = useTranslation("shell");
  const [status] = usePreference("sidebarStatus");
  const [sidebarLogo] = usePreference("sidebarLogo");
  const classic = useClassicSidebar();
  const entries = useVisibleMenu();
  const collapsed = !expanded && status === "closed";

  return (
    <aside
      className={laid("column fixed clip", styles.sidebar)}
      data-collapsed={collapsed || undefined}
      data-classic={classic || undefined}
    >
      {sidebarLogo && <Logo collapsed={collapsed} />}
      <nav className={laid("flex1 scrollDown", styles.menu)} aria-label={t("mainMenu")} data-tour="menu">
        <SideMenu entries={entries} collapsed={collapsed} />
      </nav>
    </aside>
  );
}

/** In the mixed layout: the children of the chosen entry of the top bar, with the fold button at the bottom. */
export function MixSidebar() {
  const { t } = useTranslation("shell");
  const [status, setStatus] = usePreference("sidebarStatus");
  const classic = useClassicSidebar();
  const entries = useVisibleMenu();
  const top = useActiveTop(entries);
  const collapsed = status === "closed";
  if (!top || top.children.length === 0) return null;

  return (
    <aside
      className={laid("column fixed clip", styles.sidebar)}
      data-collapsed={collapsed || undefined}
      data-classic={classic || undefined}
    >
      <nav className={laid("flex1 scrollDown", styles.menu)} aria-label={t("mainMenu")}>
        <SideMenu entries={top.children} collapsed={collapsed} />
      </nav>
      <button
        type="button"
        className={laid("fixed noBackground pointer noBorder lineAbove", styles.fold)}
        aria-label={t(collapsed ? "openSidebar" : "closeSidebar")}
        onClick={() => setStatus(collapsed ? "opened" : "closed")}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
    </aside>
  );
}
