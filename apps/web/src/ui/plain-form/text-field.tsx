import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./plain-form.module.css";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  /** A quiet line under the field. */
  hint?: string | undefined;
  /** The first thing to be written on the page: it has the cursor when the page appears. */
  takesFocus?: boolean;
  /** Stands inside the field, at its end. */
  inside?: ReactNode;
  /** Stands beside the field. */
  beside?: ReactNode;
}

/** A line of text with its label, and below it what is wrong, or a hint. */
export function TextField({
  label,
  problem,
  hint,
  inside,
  beside,
  onChange,
  takesFocus = false,
  ...input
}: TextFieldProps) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
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
          <input
            {...input}
            ref={element}
            id={id}
            className={styles.input}
            aria-invalid={problem !== undefined}
            aria-describedby={note ? noteId : undefined}
            onChange={({ target }) => onChange(target.value)}
          />
          {inside}
        </div>
        {beside}
      </div>
      <p id={noteId} className={problem ? styles.problem : styles.hint} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
