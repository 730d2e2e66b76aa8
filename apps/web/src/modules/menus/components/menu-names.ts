import type { MenuRow } from "@homeroom/contract/menus";
import { useTranslation } from "react-i18next";

/** The name of an entry in the reader's language; for a button, its permission's action. */
export function useMenuName(): (menu: Pick<MenuRow, "type" | "name"> & { titles?: MenuRow["titles"] }) => string {
  const { t, i18n } = useTranslation(["route", "permissions"]);
  return ({ type, name, titles }) => {
    const own = titles?.[i18n.language as keyof NonNullable<MenuRow["titles"]>];
    if (own) return own;
    if (type !== "BUTTON") return t(name as "dashboard", { ns: "route", defaultValue: name });
    const action = name.split(":").slice(2).join("_");
    return action ? t(`actions.${action}`, { ns: "permissions", defaultValue: name }) : name;
  };
}
