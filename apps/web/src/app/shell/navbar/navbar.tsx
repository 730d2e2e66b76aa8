import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { useRouteTitle } from "../../page-title.ts";
import { flat } from "../../routes/menu-tree.ts";
import { dashboardEntry } from "../../routes/static-entries.ts";
import { useVisibleMenu } from "../../routes/visible-menu.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import styles from "./navbar.module.css";
import { NavbarActions, type NavbarActionsProps } from "./navbar-actions.tsx";

/** The bar above the page in the left layout: fold button, breadcrumb, actions. */
export function Navbar(actions: NavbarActionsProps) {
  const { t } = useTranslation("shell");
  const [status, setStatus] = usePreference("sidebarStatus");
  const opened = status === "opened";
  return (
    <header className={laid("middle fixed lineBelow surface", styles.navbar)}>
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

/** The current place: the dashboard, the parent catalogues of the sidebar, and the page itself, which is not a link. */
function Breadcrumb() {
  const { t } = useTranslation("shell");
  const titleOf = useRouteTitle();
  const { facts, titleParam } = useCurrentRoute();
  const menu = useVisibleMenu();
  if (!facts) return <div className={laid("grow clip")} />;

  const above = flat(menu).filter(({ path }) => facts.trail.includes(path));
  const steps = facts.path === dashboardEntry.path ? [] : [dashboardEntry, ...above];
  return (
    <nav className={laid("grow clip")} aria-label={t("breadcrumb")}>
      <ol className={laid("flexBox noPadding oneLine unmarked")}>
        {steps.map((step) => (
          <li key={step.path} className={laid("ellipsis clip", styles.step)}>
            {step.redirect === "noredirect" ? titleOf(step) : <Link to={step.path}>{titleOf(step)}</Link>}
          </li>
        ))}
        <li className={laid("ellipsis clip", styles.step)} aria-current="page">
          {titleOf(facts, titleParam)}
        </li>
      </ol>
    </nav>
  );
}
