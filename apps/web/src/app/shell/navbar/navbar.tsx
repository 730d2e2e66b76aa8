import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import styles from "./navbar.module.css";
import { NavbarActions, type NavbarActionsProps } from "./navbar-actions.tsx";

/** The bar over the page in the left layout: fold button, breadcrumb, actions. */
export function Navbar(actions: NavbarActionsProps) {
  const { t } = useTranslation("shell");
  const [status, setStatus] = usePreference("sidebarStatus");
  const opened = status === "opened";
  return (
    <header className={styles.navbar}>
      <button
        type="button"
        className={styles.action}
        aria-label={t(opened ? "closeSidebar" : "openSidebar")}
        aria-expanded={opened}
        onClick={() => setStatus(opened ? "closed" : "opened")}
      >
        {opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Breadcrumb />
      <NavbarActions {...actions} />
    </header>
  );
}
