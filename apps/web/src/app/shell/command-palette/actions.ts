import { type Language, languages } from "@homeroom/contract/language";
import type { Permission } from "@homeroom/contract/permissions";
import { useTranslation } from "react-i18next";
import { openBranchSwitcher } from "#modules/organizations/public.ts";
import { useCan } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { showSettings } from "#platform/product.ts";
import { useSignOut } from "../use-sign-out.ts";
import type { PaletteOption } from "./option.ts";

const languageActions = {
  "zh-tw": "inTraditional",
  "zh-cn": "inSimplified",
  en: "inEnglish",
} as const satisfies Record<Language, string>;

interface Action {
  name:
    | ("newLead" | "importLeads" | "newStaff" | "newTemplate" | "newPlan" | "newProduct")
    | ("switchBranch" | "dark" | "light" | "auto" | (typeof languageActions)[Language])
    | ("profile" | "security" | "notifications" | "settings" | "signOut");
  icon: string;
  /** It opens a settings screen. */
  isSetting?: boolean;
  needs?: Permission;
  address?: string;
  run?: () => void;
}

/** The actions available from anywhere, limited to those that the person may do. */
export function useActions(onSettings: () => void): PaletteOption[] {
  const { t } = useTranslation("shell");
  const can = useCan();
  const [, setTheme] = usePreference("theme");
  const [, setLanguage] = usePreference("language");
  const signOut = useSignOut();
  const actions: Action[] = [
    { name: "newLead", icon: "edit", needs: "crm:lead:add", address: "/lead/list?new=1" },
    { name: "importLeads", icon: "client", needs: "crm:lead:import", address: "/lead/list?import=new" },
    { name: "newStaff", icon: "user", needs: "hr:staff:add", address: "/staff/list?new=1" },
    { name: "newTemplate", icon: "document", needs: "bulk:template:add", address: "/admessage/template?new=1" },
    { name: "newPlan", icon: "publish", needs: "bulk:plan:add", address: "/admessage/plan?new=1" },
    { name: "newProduct", icon: "money", needs: "sale:product:add", address: "/system/fee?new=1" },
    { name: "switchBranch", icon: "tree", needs: "org:branch:switch", run: openBranchSwitcher },
    { name: "dark", icon: "monitor", run: () => setTheme("dark") },
    { name: "light", icon: "monitor", run: () => setTheme("light") },
    { name: "auto", icon: "monitor", run: () => setTheme("auto") },
    ...languages.map((language) => ({
      name: languageActions[language],
      icon: "language",
      run: () => setLanguage(language),
    })),
    { name: "profile", icon: "user", isSetting: true, address: "/system/setting" },
    { name: "security", icon: "lock", isSetting: true, address: "/system/setting?tab=security" },
    { name: "notifications", icon: "message", isSetting: true, address: "/system/setting?tab=notifications" },
    ...(showSettings ? [{ name: "settings" as const, icon: "setting", isSetting: true, run: onSettings }] : []),
    { name: "signOut", icon: "lock", run: () => void signOut() },
  ];
  return actions
    .filter(({ needs }) => !needs || can(needs))
    .map(({ name, needs: _, isSetting, ...action }) => ({
      ...action,
      key: `action-${name}`,
      kind: isSetting ? "setting" : "action",
      title: t(`palette.actions.${name}`),
      detail: "",
    }));
}
