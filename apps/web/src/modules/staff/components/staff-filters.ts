import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { type StaffScreen, useStaffChoices } from "../api/queries.ts";

/** The filters of a list of people, with what can be chosen. */
export function useStaffFilters(screen: StaffScreen): FilterDefinition[] {
  const { t } = useTranslation("staff");
  const choices = useStaffChoices();
  return useMemo(() => {
    const numbered = (key: string, name: string, numbers: number[]) => ({
      key,
      label: t(`fields.${name}`),
      options: numbers.map((number) => ({
        value: String(number),
        label: t(`${key === "status" ? "statuses" : "genders"}.${number}`),
      })),
    });
    const many = (key: string, name: string, options: readonly { value: string; label: string }[] = []) => ({
      key,
      label: t(`fields.${name}`),
      kind: "many" as const,
      options,
    });
    const role = many("role", "roles", choices?.roles);
    return [
      { ...numbered("status", "status", [1, 0, 2]), kind: "many", pinned: true },
      ...(screen === "teacher" ? [] : [{ ...role, pinned: true }]),
      { ...many("branch", "branches", choices?.branches), pinned: screen !== "user" },
      many("dept", "dept", choices?.departments),
      { ...numbered("gender", "gender", [1, 2, 0]), kind: "one" },
      { key: "createTime", label: t("fields.createTime"), kind: "dates" },
    ];
  }, [t, choices, screen]);
}
