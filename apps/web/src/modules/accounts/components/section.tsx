import type { ReactNode } from "react";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** One quiet line: what this is, or how it stands. */
  detail?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One matter of the settings: what it is, how it stands, and the one thing to do about it. */
export function Section({ title, detail, actions, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          {detail && <div className={styles.detail}>{detail}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
