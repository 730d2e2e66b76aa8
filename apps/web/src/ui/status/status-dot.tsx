import { laid } from "#ui/laid.ts";
import styles from "./status-dot.module.css";

export type Tone = "primary" | "success" | "warning" | "danger" | "violet" | "teal" | "quiet";

interface StatusDotProps {
  tone: Tone;
  label: string;
  /** Long words wrap instead of being truncated: for headers, where nothing else shows the full text. */
  whole?: boolean;
  /** The full text, shown on hover, if the label is shorter or may be truncated. */
  title?: string;
}

/** A status: a small filled dot with a word, never colour alone. */
export function StatusDot({ tone, label, whole = false, title }: StatusDotProps) {
  return (
    <span className={laid("inlineRow narrowable maxWide")} title={title}>
      <span className={`${styles.dot} ${styles[tone]}`} aria-hidden />
      <span className={laid(whole ? "breaking" : "cut")}>{label}</span>
    </span>
  );
}
