import type { MenuOption } from "@homeroom/contract/menus";
import { useTranslation } from "react-i18next";
import { resourceOf } from "../rules/permission-tree.ts";

/** The names of pages and permissions, and explanations of some permissions. */
export function usePermissionNames() {
  const { t, i18n } = useTranslation(["permissions", "route"]);

  /** The name of a page: its own titles, else the text of its key, else the key. */
  const pageName = (option: MenuOption): string => {
    const own = option.titles?.[i18n.language as keyof NonNullable<MenuOption["titles"]>];
    return own || t(option.label as "dashboard", { ns: "route", defaultValue: option.label });
  };
  const actionName = (perm: string): string => {
    const action = perm.split(":").slice(2).join("_");
    return t(`actions.${action}`, { ns: "permissions", defaultValue: perm });
  };
  const thingName = (perm: string): string => {
    const thing = resourceOf(perm).replace(":", "_");
    return t(`things.${thing}`, { ns: "permissions", defaultValue: thing });
  };
  const meaning = (perm: string): string => {
    const key = perm.replaceAll(":", "_");
    return t(`explain.${key}`, { ns: "permissions", defaultValue: "" });
  };
  return { pageName, actionName, thingName, meaning };
}
