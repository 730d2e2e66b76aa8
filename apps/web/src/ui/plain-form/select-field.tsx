import type { Choice } from "#platform/countries.ts";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./plain-form.module.css";

interface SelectFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
  /** The first option, which means that nothing is chosen. */
  none?: string;
  problem?: string | undefined;
  hint?: string | undefined;
  autoComplete?: string;
}

/** One of several choices, in the browser's own select. */
export function SelectField({ label, value, onChange, choices, none, problem, hint, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} problem={problem} hint={hint}>
      {(tie) => (
        <select
          {...select}
          {...tie}
          className={styles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
