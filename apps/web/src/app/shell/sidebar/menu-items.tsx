import type { MenuProps } from "antd";
import { Icon } from "#ui/icon/icon.tsx";
import type { useRouteTitle } from "../../page-title.ts";
import type { MenuEntry } from "../../routes/menu-tree.ts";
import { MenuLink } from "../menu-link.tsx";

type Items = NonNullable<MenuProps["items"]>;

/** Menu entries as the component kit wants them. */
export function menuItems(entries: readonly MenuEntry[], titleOf: ReturnType<typeof useRouteTitle>): Items {
  return entries.map((entry) => {
    const title = titleOf(entry);
    const item = { key: entry.path, icon: <Icon name={entry.icon} />, title };
    if (entry.children.length > 0) return { ...item, label: title, children: menuItems(entry.children, titleOf) };
    return { ...item, label: <MenuLink entry={entry}>{title}</MenuLink> };
  });
}
