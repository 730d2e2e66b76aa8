import type { ReactNode } from "react";
import layout from "#ui/layout.module.css";
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
    <section className={`${layout.frame} ${styles.section}`}>
      <div className={`${layout.flexBox} ${layout.wrap} ${layout.alignStart} ${layout.justifyBetween} ${styles.head}`}>
        <div className={`${layout.flex1} ${styles.words}`}>
          <h2 className={layout.heading}>{title}</h2>
          {detail && <div className={`${layout.quiet} ${layout.breaking} ${styles.detail}`}>{detail}</div>}
        </div>
        {actions && <div className={layout.buttons}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
