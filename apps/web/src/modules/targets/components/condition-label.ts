import { declaredLeadField } from "@homeroom/contract/lead-fields";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import type { ConditionName } from "../rules/conditions.ts";

/** The label of a condition: a text of recipient lists, or the label of the lead's field. */
export function useConditionLabel(): (name: ConditionName) => string {
  const { t, i18n } = useTranslation("targets");
  const [language] = usePreference("language");
  return (name) =>
    i18n.exists(`targets:conditions.${name}`)
      ? t(`conditions.${name}`)
      : (declaredLeadField(name)?.labels[language] ?? name);
}
