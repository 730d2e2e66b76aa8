import styles from "./status-dot.module.css";

export type Tone = "primary" | "success" | "warning" | "danger" | "violet" | "teal" | "quiet";

interface StatusDotProps {
  tone: Tone;
  label: string;
}

/** The state of a thing: a small filled dot with a word, never colour alone. */
export function StatusDot({ tone, label }: StatusDotProps) {
  return (
    <span className={styles.status}>
      <span className={`${styles.dot} ${styles[tone]}`} aria-hidden />
      <span className={styles.label}>{label}</span>
    </span>
  );
}
