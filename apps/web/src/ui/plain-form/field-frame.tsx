import { type ReactNode, useId } from "react";
import styles from "./plain-form.module.css";

interface FieldFrameProps {
  label: string;
  /** The error. */
  problem: string | undefined;
  /** A quiet line under the field. */
  hint: string | undefined;
  /** Shown beside the field. */
  beside?: ReactNode;
  /** Renders the field with the attributes that connect it to its label and its note. */
  children: (tie: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }) => ReactNode;
}

/** A field of a plain form with its label, and an error or a hint below it. */
export function FieldFrame({ label, problem, hint, beside, children }: FieldFrameProps) {
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
          {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": note ? noteId : undefined })}
        </div>
        {beside}
      </div>
      <p id={noteId} className={problem ? styles.problem : styles.hint} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
