import { laid } from "#ui/laid.ts";
import styles from "./status-dot.module.css";

export type Tone = "primary" | "success" | "warning" | "danger" | "violet" | "teal" | "quiet";

interface StatusDotProps {
  tone: Tone;
  label: string;
}

/** The state of a thing: a small filled dot with a word, never colour alone. */
export function StatusDot({ tone, label }: StatusDotProps) {
  return (
    <span className={laid("inlineRow narrowable maxWide")}>
      <span className={`${styles.dot} ${styles[tone]}`} aria-hidden />
      <span className={laid("cut")}>{label}</span>
    </span>
  );
}
