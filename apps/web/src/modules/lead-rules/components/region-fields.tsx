import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";

/** Several countries, found by their names. */
export function CountriesSelect({ value = [], onChange, ...rest }: ControlledProps<string[]>) {
  const { t } = useTranslation("leadRules");
  const [language] = usePreference("language");
  return (
    <Select
      {...rest}
      mode="multiple"
      onInputKeyDown={tabLeaves}
      value={value}
      options={countryChoices(language)}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("region.anyCountry")}
      aria-label={t("region.countries")}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}

/** Texts typed one after the other, each ended with Enter or a comma: districts, e-mail addresses. */
export function TextsSelect(props: ControlledProps<string[]> & { placeholder: string; label: string }) {
  const { value = [], onChange, placeholder, label, ...rest } = props;
  return (
    <Select
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      value={value}
      tokenSeparators={[",", "，", "、", ";", " "]}
      placeholder={placeholder}
      aria-label={label}
      onChange={(next: string[]) => onChange?.(next.map((text) => text.trim()).filter(Boolean))}
    />
  );
}
