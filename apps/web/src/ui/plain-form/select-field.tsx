import { useId } from "react";
import type { Choice } from "#platform/countries.ts";
import styles from "./plain-form.module.css";

interface SelectFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly Choice[];
  /** Shown first, and means that nothing is chosen. */
  none?: string;
  problem?: string | undefined;
  hint?: string | undefined;
  autoComplete?: string;
}

/** One of several choices, by the browser's own list. */
export function SelectField({ label, value, onChange, choices, none, problem, hint, ...select }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <div className={styles.box} data-wrong={problem ? true : undefined}>
          <select
            {...select}
            id={id}
            className={styles.input}
            value={value}
            aria-invalid={problem !== undefined}
            aria-describedby={note ? noteId : undefined}
            onChange={({ target }) => onChange(target.value)}
          >
            {none !== undefined && <option value="">{none}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p id={noteId} className={problem ? styles.problem : styles.hint} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
