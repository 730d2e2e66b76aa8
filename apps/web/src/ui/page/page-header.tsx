import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  /** How many, or one quiet line about what this is. */
  detail?: ReactNode;
  /** At most one primary action, and what goes with it. */
  actions?: ReactNode;
}

/** The head of a screen: what it is, how many, and its one primary action at the right. */
export function PageHeader({ title, detail, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {detail && <span className={styles.detail}>{detail}</span>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
