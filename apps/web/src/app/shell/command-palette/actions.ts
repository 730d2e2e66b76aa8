import type { Permission } from "@homeroom/contract/permissions";
import { useTranslation } from "react-i18next";
import { openBranchSwitcher } from "#modules/organizations/public.ts";
import { useCan } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { showSettings } from "#platform/product.ts";
import { useSignOut } from "../use-sign-out.ts";
import type { PaletteOption } from "./option.ts";

interface Action {
  name: "newLead" | "newPlan" | "switchBranch" | "dark" | "light" | "auto" | "settings" | "signOut";
  icon: string;
  needs?: Permission;
  address?: string;
  run?: () => void;
}

/** What can be done from anywhere, as far as the person may do it. */
export function useActions(onSettings: () => void): PaletteOption[] {
  const { t } = useTranslation("shell");
  const can = useCan();
  const [, setTheme] = usePreference("theme");
  const signOut = useSignOut();
  const actions: Action[] = [
    { name: "newLead", icon: "edit", needs: "crm:lead:add", address: "/lead/list?new=1" },
    { name: "newPlan", icon: "publish", needs: "bulk:plan:add", address: "/admessage/plan?new=1" },
    { name: "switchBranch", icon: "tree", needs: "org:branch:switch", run: openBranchSwitcher },
    { name: "dark", icon: "monitor", run: () => setTheme("dark") },
    { name: "light", icon: "monitor", run: () => setTheme("light") },
    { name: "auto", icon: "monitor", run: () => setTheme("auto") },
    ...(showSettings ? [{ name: "settings" as const, icon: "setting", run: onSettings }] : []),
    { name: "signOut", icon: "lock", run: () => void signOut() },
  ];
  return actions
    .filter(({ needs }) => !needs || can(needs))
    .map(({ name, needs: _, ...action }) => ({
      ...action,
      key: `action-${name}`,
      kind: "action",
      title: t(`palette.actions.${name}`),
      detail: "",
    }));
}
