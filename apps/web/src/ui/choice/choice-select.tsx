import { Select, type SelectProps } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";

/** The properties that a form field passes to its control. */
export interface ControlledProps<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

interface ChoiceSelectProps extends ControlledProps<string | null> {
  options: SelectProps["options"];
  /** The value of the field when nothing is chosen. */
  none?: "" | null;
  disabled?: boolean;
  "aria-label"?: string;
}

/** One of several choices, or none; typing filters them. */
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
