import { Select, type SelectProps, Switch } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { areaCodeChoices, countryChoices } from "../rules/area-codes.ts";

/** What a form field hands to its control. */
interface Controlled<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

interface ChoiceSelectProps extends Controlled<string | null> {
  options: SelectProps["options"];
  /** What the field holds when nothing is chosen. */
  none?: "" | null;
  disabled?: boolean;
}

/** One of several choices, or none. */
export function ChoiceSelect({ value, onChange, none = null, options, ...rest }: ChoiceSelectProps) {
  const { t } = useTranslation("leads");
  return (
    <Select
      {...rest}
      value={value || null}
      options={options ?? []}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("choose")}
      onChange={(next: string | null | undefined) => onChange?.(next ?? none)}
    />
  );
}

/** An area code, found by its digits or by the name of a country. */
export function AreaCodeSelect(props: Controlled<string | null>) {
  const [language] = usePreference("language");
  const options = useMemo(() => areaCodeChoices(language), [language]);
  return <ChoiceSelect {...props} none="" options={options} />;
}

/** A country by its two letters. */
export function CountrySelect(props: Controlled<string | null>) {
  const [language] = usePreference("language");
  const options = useMemo(() => countryChoices(language), [language]);
  return <ChoiceSelect {...props} none="" options={options} />;
}

/** A switch for what the wire calls 1 and 0. */
export function BitSwitch({ id, value, onChange }: Controlled<number>) {
  return <Switch {...(id && { id })} checked={value === 1} onChange={(on) => onChange?.(on ? 1 : 0)} />;
}
