import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** One quiet line: an explanation, or the current state. */
  detail?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One section of the settings: its title, its state, and its action. */
export function Section({ title, detail, actions, children }: SectionProps) {
  return (
    <section className={laid("frame", styles.section)}>
      <div className={laid("flexBox wrap alignStart justifyBetween", styles.head)}>
        <div className={laid("flex1", styles.words)}>
          <h2 className={layout.heading}>{title}</h2>
          {detail && <div className={laid("quiet breaking", styles.detail)}>{detail}</div>}
        </div>
        {actions && <div className={layout.buttons}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
