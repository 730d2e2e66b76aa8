import { Radio, Select, type SelectProps } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { laid } from "#ui/laid.ts";
import styles from "./import-wizard.module.css";

interface OptionRowProps {
  label: string;
  /** Renders the field with the id that the label refers to. */
  children: (id: string) => ReactNode;
}

/** A field of the wizard with its label beside it. */
export function OptionRow({ label, children }: OptionRowProps) {
  const id = useId();
  return (
    <div className={laid("gridBox alignCentre gap8x16", styles.optionRow)}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface BranchOptionProps {
  value: string;
  branches: SelectProps["options"];
  onChange: (branchID: string) => void;
}

/** The branch of rows that name none. */
export function BranchOption({ value, branches, onChange }: BranchOptionProps) {
  const { t } = useTranslation("imports");
  return (
    <OptionRow label={t("options.branch")}>
      {(id) => <Select id={id} value={value} options={branches ?? []} onChange={onChange} />}
    </OptionRow>
  );
}

interface ManyOptionProps<Value extends string> {
  label: string;
  value: Value[];
  placeholder: string;
  options: { value: string; label: string }[] | undefined;
  onChange: (value: Value[]) => void;
}

/** Any number of choices from a list, found by typing. */
export function ManyOption<Value extends string>({ label, options, ...select }: ManyOptionProps<Value>) {
  return (
    <OptionRow label={label}>
      {(id) => (
        <Select<Value[]>
          {...select}
          id={id}
          mode="multiple"
          onInputKeyDown={tabLeaves}
          options={options ?? []}
          showSearch={{ optionFilterProp: "label" }}
        />
      )}
    </OptionRow>
  );
}

interface OneOptionProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Value[];
  textOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** One of a few choices, all visible. */
export function OneOption<Value extends string>({ label, value, choices, textOf, onChange }: OneOptionProps<Value>) {
  return (
    <OptionGroup label={label}>
      {(id) => (
        <Radio.Group
          aria-labelledby={id}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
          options={choices.map((one) => ({ value: one, label: textOf(one) }))}
        />
      )}
    </OptionGroup>
  );
}

/** The same for a group of choices, labelled by the id. */
function OptionGroup({ label, children }: OptionRowProps) {
  const id = useId();
  return (
    <div className={laid("gridBox alignCentre gap8x16", styles.optionRow)}>
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  );
}
