import type { MenuProps } from "antd";
import type { MouseEvent, ReactNode } from "react";
import { Link, useHref, useLocation } from "react-router";
import { Icon } from "#ui/icon/icon.tsx";
import { laid } from "#ui/laid.ts";
import type { useRouteTitle } from "../../page-title.ts";
import { prefetchView } from "../../routes/layout-routes.ts";
import { type MenuEntry, menuAddress } from "../../routes/menu-tree.ts";
import { badgeText } from "../menu-badges.ts";
import styles from "./menu-items.module.css";

type Items = NonNullable<MenuProps["items"]>;

/** What a menu needs besides its entries. */
interface MenuParts {
  titleOf: ReturnType<typeof useRouteTitle>;
  /** The count of an entry, by its address. */
  badges: Readonly<Record<string, number>>;
}

/** Menu entries in the format of the component kit. */
export function menuItems(entries: readonly MenuEntry[], parts: MenuParts): Items {
  return entries.map((entry) => {
    const title = parts.titleOf(entry);
    const waiting = waitingBehind(entry, parts.badges);
    const item = { key: entry.path, icon: <EntryIcon name={entry.icon} badge={badgeText(waiting)} />, title };
    if (entry.children.length > 0) return { ...item, label: title, children: menuItems(entry.children, parts) };
    const label = <MenuLink entry={entry}>{withBadge(title, badgeText(waiting))}</MenuLink>;
    return { ...item, label };
  });
}

function waitingBehind(entry: MenuEntry, badges: MenuParts["badges"]): number {
  return entry.children.reduce((sum, child) => sum + waitingBehind(child, badges), badges[entry.path] ?? 0);
}

function withBadge(title: string, badge: string | null): ReactNode {
  if (badge === null) return title;
  return (
    <span className={laid("row", styles.labelled)}>
      <span className={laid("grow ellipsis clip")}>{title}</span>
      <span className={laid("figures fixed pad0x6 filled text12 round10 white leading20 textCentre", styles.badge)}>
        {badge}
      </span>
    </span>
  );
}

interface EntryIconProps {
  name: string;
  badge: string | null;
  /** Given by the menu. */
  className?: string;
}

/** The number is on the icon if there is no room for it beside the title: in a folded sidebar, or on a catalogue. */
function EntryIcon({ name, badge, className = "" }: EntryIconProps) {
  return (
    <span className={laid("relative", `anticon ${className}`)}>
      <Icon name={name} />
      {/* No span: the kit hides the one after an icon in a folded menu. */}
      {badge && (
        <b className={laid("strong figures pad0x4 round8 filled absolute white text10 textCentre", styles.count)}>
          {badge}
        </b>
      )}
    </span>
  );
}

interface MenuLinkProps {
  entry: MenuEntry;
  children: ReactNode;
}

/** A link to a menu entry. A link to the current page does nothing; external links open a new window. */
function MenuLink({ entry, children }: MenuLinkProps) {
  const address = menuAddress(entry);
  const { pathname, search } = useLocation();
  const here = useHref({ pathname, search });
  if (entry.external) {
    return (
      <a href={entry.external} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const handleClick = (event: MouseEvent) => {
    if (address === here) event.preventDefault();
  };
  return (
    <Link to={address} onClick={handleClick} onPointerEnter={() => prefetchView(entry)}>
      {children}
    </Link>
  );
}
