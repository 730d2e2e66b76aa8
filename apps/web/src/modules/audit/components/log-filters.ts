import { auditActions, auditModules } from "@homeroom/contract/audit";
import { auditActionText, auditModuleTexts } from "@homeroom/contract/audit-texts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useOperators } from "../api.ts";

/** The filters of the log. `subject`: what the entries are about, when the address names one thing. */
export function useLogFilters(subject: { id: string; name: string } | undefined): FilterDefinition[] {
  const { t } = useTranslation("log");
  const [language] = usePreference("language");
  const operators = useOperators();
  const { id, name } = subject ?? {};

  return useMemo(() => {
    const modules = auditModules.map((value) => ({ value, label: capitalised(auditModuleTexts[value][language]) }));
    const actions = auditActions.map((value) => ({ value, label: auditActionText(value, language) }));
    const definitions: FilterDefinition[] = [
      { key: "date", label: t("columns.createTime"), kind: "dates", pinned: true },
      { key: "operator", label: t("columns.operator"), kind: "many", options: operators ?? [], pinned: true },
      { key: "module", label: t("columns.module"), kind: "many", options: modules, pinned: true },
      { key: "action", label: t("action"), kind: "many", options: actions },
    ];
    if (id)
      definitions.push({
        key: "subject",
        label: t("subject"),
        kind: "one",
        options: [{ value: id, label: name || id }],
      });
    return definitions;
  }, [t, language, operators, id, name]);
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
