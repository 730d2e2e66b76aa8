import type { MenuEntry } from "./menu-tree.ts";

function entry(name: string, path: string, title: string, more: Partial<MenuEntry> = {}): MenuEntry {
  return {
    name,
    path,
    title,
    icon: "menu",
    hidden: true,
    keepAlive: false,
    affix: false,
    alwaysShow: false,
    params: null,
    trail: [],
    children: [],
    ...more,
  };
}

export const dashboardEntry = entry("Dashboard", "/dashboard", "dashboard", {
  icon: "homepage",
  hidden: false,
  keepAlive: true,
  affix: true,
  view: "dashboard/index",
});

/** The children of the layout that exist without the server's menu. If the server has one too, this one is used. */
export const staticEntries: readonly MenuEntry[] = [
  dashboardEntry,
  entry("AccountSetting", "/system/setting", "accountSetting", { icon: "user", view: "system/setting/index" }),
  entry("Branch", "/system/branch", "branch", { icon: "tree", view: "system/branch/index", trail: ["/system"] }),
  entry("Payment", "/system/payment", "payment", { icon: "money", view: "system/payment/index", trail: ["/system"] }),
  entry("Fee", "/fee", "fee", { icon: "money", view: "system/fee/index" }),
];
