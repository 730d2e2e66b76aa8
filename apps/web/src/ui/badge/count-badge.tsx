import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
import styles from "./count-badge.module.css";

interface CountBadgeProps {
  /** How many; nothing is shown for 0. */
  count?: number;
  /** A dot without a number. */
  dot?: boolean;
  children: ReactNode;
}

/** A number or a dot at the top corner of an icon or a word. The label of that element explains it. */
export function CountBadge({ count = 0, dot = false, children }: CountBadgeProps) {
  return (
    <span className={laid("relative", styles.place)}>
      {children}
      {dot && <span className={styles.dot} aria-hidden />}
      {!dot && count > 0 && (
        <span className={laid("figures pad0x4 white textCentre", styles.count)} aria-hidden>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </span>
  );
}
