import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { FieldFrame } from "./field-frame.tsx";
import styles from "./plain-form.module.css";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  /** A quiet line under the field. */
  hint?: string | undefined;
  /** The first input of the page: it has the cursor when the page appears. */
  takesFocus?: boolean;
  /** Shown inside the field, at its end. */
  inside?: ReactNode;
  /** Shown beside the field. */
  beside?: ReactNode;
}

/** A line of text with its label, and an error or a hint below it. */
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
  return (
    <FieldFrame label={label} problem={problem} hint={hint} beside={beside}>
      {(tie) => (
        <>
          <input
            {...input}
            {...tie}
            ref={element}
            className={styles.input}
            onChange={({ target }) => onChange(target.value)}
          />
          {inside}
        </>
      )}
    </FieldFrame>
  );
}
