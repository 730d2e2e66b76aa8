import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageProps {
  children: ReactNode;
  /** Takes exactly the remaining height, and scrolls inside: tables, the inbox. */
  fill?: boolean;
  /** Without padding, for screens that draw to their edges. */
  bare?: boolean;
}

/** The frame of a screen: padding 24, on a phone 12. */
export function Page({ children, fill = false, bare = false }: PageProps) {
  return (
    <div className={[styles.page, fill && styles.fill, bare && styles.bare].filter(Boolean).join(" ")}>{children}</div>
  );
}
