import { useId } from "react";
import styles from "./plain-form.module.css";

interface CheckFieldProps {
  name: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  problem?: string | undefined;
}

/** A checkbox for consent. */
export function CheckField({ name, label, checked, onChange, problem }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <label className={styles.checkLine}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{label}</span>
      </label>
      <p id={id} className={styles.problem} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
