import type { ReactNode } from "react";
import styles from "./tint-tag.module.css";

interface TintTagProps {
  color: "red" | "green" | "blue" | "neutral";
  children: ReactNode;
}

/** A tag with a tinted background and dark text. */
export function TintTag({ color, children }: TintTagProps) {
  return <span className={`${styles.tag} ${styles[color]}`}>{children}</span>;
}
