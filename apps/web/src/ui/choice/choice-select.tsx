import { Select, type SelectProps } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";

/** What a form field hands to its control. */
export interface Controlled<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

interface ChoiceSelectProps extends Controlled<string | null> {
  options: SelectProps["options"];
  /** What the field holds when nothing is chosen. */
  none?: "" | null;
  disabled?: boolean;
  "aria-label"?: string;
}

/** One of several choices, found by typing, or none. */
export function ChoiceSelect({ value, onChange, none = null, options, ...rest }: ChoiceSelectProps) {
  const clearing = useClearing();
  const { t } = useTranslation("ui");
  return (
    <Select
      {...rest}
      value={value || null}
      options={options ?? []}
      allowClear={clearing}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("choose")}
      onChange={(next: string | null | undefined) => onChange?.(next ?? none)}
    />
  );
}
