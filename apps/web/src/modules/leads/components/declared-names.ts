import type { Language } from "@homeroom/contract/language";
import { declaredLeadField, declaredLeadFields, type PlainLeadField } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";
import type { TFunction } from "i18next";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "#platform/countries.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";

/** The fields of the sections of form and card, in order. */
const fieldsIn = (wanted: "name" | "person") =>
  declaredLeadFields.flatMap(([name, { section }]) => (section === wanted ? [name] : []));
export const nameFields = fieldsIn("name");
export const personFields = fieldsIn("person");

/** The name of a lead's field: from its declaration, or from the texts of leads. */
export function fieldLabels(t: TFunction<"leads">, language: Language): (field: string) => string {
  return (field) => declaredLeadField(field)?.labels[language] ?? t(`fields.${field}`);
}

export function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  return useMemo(() => fieldLabels(t, language), [t, language]);
}

/** The numbers of a choice with their names. */
export function choiceNames(field: PlainLeadField, language: Language): { value: number; label: string }[] {
  return declaredLeadField(field)?.names?.map((texts, value) => ({ value, label: texts[language] })) ?? [];
}

/** A value of a declared field as text; empty if not set. */
export function useDeclaredText(): (field: PlainLeadField, value: LeadCard[PlainLeadField]) => string {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const view = useDateView();
  return useCallback(
    (field, value) => {
      const kind = declaredLeadField(field)?.kind;
      if (kind === "flag") return t(value === 1 ? "yes" : "no");
      if (kind === "choice") return declaredLeadField(field)?.names?.[Number(value)]?.[language] ?? "";
      if (kind === "country") return countryName(String(value), language);
      return kind === "birthday" ? dateText(String(value), view) : String(value);
    },
    [t, language, view],
  );
}
