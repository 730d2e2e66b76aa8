import { branchCounts } from "@homeroom/contract/branch-counts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import styles from "#ui/plain-form/plain-form.module.css";
import { SelectField } from "#ui/plain-form/select-field.tsx";
import { TextField } from "#ui/plain-form/text-field.tsx";
import type { StepProps } from "./step-props.ts";

const categories = [
  "language",
  "tutoring",
  "music",
  "art",
  "dance",
  "sports",
  "science",
  "preschool",
  "other",
] as const;
const branchCountTexts = { "1": "one", "2-6": "few", "7-20": "many", "20+": "more", online: "online" } as const;
const sources = ["search", "social", "friend", "event", "advert", "other"] as const;

/** The organisation, its location, and how it learned about us. */
export function OrganizationStep({ draft, change, problemAt }: StepProps) {
  const { t } = useTranslation("register");
  const [language] = usePreference("language");
  const countries = useMemo(() => countryChoices(language), [language]);
  // The category is stored as text, which the organisation can later change to its own.
  const named = categories.map((one) => t(`categories.${one}`));
  const known =
    named.includes(draft.businessCategory) || !draft.businessCategory ? named : [draft.businessCategory, ...named];
  return (
    <>
      <TextField
        name="organizationName"
        label={t("fields.organizationName")}
        value={draft.organizationName}
        onChange={(organizationName) => change({ organizationName })}
        problem={problemAt("organizationName")}
        autoComplete="organization"
        maxLength={100}
        takesFocus
      />
      <div className={styles.pair}>
        <SelectField
          name="businessCategory"
          label={t("optional", { field: t("fields.businessCategory") })}
          value={draft.businessCategory}
          onChange={(businessCategory) => change({ businessCategory })}
          choices={known.map((name) => ({ value: name, label: name }))}
          none={t("choose")}
          problem={problemAt("businessCategory")}
        />
        <SelectField
          name="branchInfo"
          label={t("fields.branchInfo")}
          value={draft.branchInfo}
          onChange={(branchInfo) => change({ branchInfo })}
          choices={branchCounts.map((value) => ({ value, label: t(`branchCounts.${branchCountTexts[value]}`) }))}
          problem={problemAt("branchInfo")}
        />
      </div>
      <SelectField
        name="country"
        label={t("fields.country")}
        value={draft.country}
        onChange={(country) => change({ country })}
        choices={countries}
        problem={problemAt("country")}
        autoComplete="country"
      />
      <TextField
        name="location"
        label={t("optional", { field: t("fields.location") })}
        value={draft.location}
        onChange={(location) => change({ location })}
        problem={problemAt("location")}
        autoComplete="street-address"
        maxLength={255}
      />
      <SelectField
        name="fromWhere"
        label={t("optional", { field: t("fields.fromWhere") })}
        value={draft.fromWhere}
        onChange={(fromWhere) => change({ fromWhere })}
        choices={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        none={t("choose")}
        problem={problemAt("fromWhere")}
      />
    </>
  );
}
