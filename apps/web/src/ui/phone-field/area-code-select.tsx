import { Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { areaCodeChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { useClearing } from "#ui/choice/use-clearing.tsx";

/** An area code, found by its digits or by the name of a country. The chosen one shows only its digits. */
export function AreaCodeSelect({ id, value, onChange, disabled }: ControlledProps<string> & { disabled?: boolean }) {
  const clearing = useClearing();
  const { t } = useTranslation("ui");
  const [language] = usePreference("language");
  const options = useMemo(() => areaCodeChoices(language), [language]);
  return (
    <Select
      {...(id && { id })}
      aria-label={t("areaCode")}
      {...(disabled !== undefined && { disabled })}
      value={value || null}
      options={options}
      allowClear={clearing}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("areaCode")}
      labelRender={({ value: chosen }) => chosen}
      popupMatchSelectWidth={260}
      onChange={(next: string | null | undefined) => onChange?.(next ?? "")}
    />
  );
}
