import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import styles from "./plain-form.module.css";

interface PlainFormProps {
  form: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  /** An error that belongs to no field. */
  failure?: string | undefined;
  children: ReactNode;
}

/** A form without the component kit. The Enter that ends a composition does not submit. */
export function PlainForm({ form, onSubmit, failure, children }: PlainFormProps) {
  const handleSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onSubmit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} onKeyDown={handleKeyDown} noValidate>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {children}
    </form>
  );
}

interface SubmitButtonProps {
  busy: boolean;
  children: ReactNode;
}

/** The only button. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={styles.submit} disabled={busy} aria-busy={busy}>
      {children}
    </button>
  );
}
