import type { ReactNode } from "react";
import layout from "#ui/layout.module.css";

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
    <header className={`${layout.middleWrap} ${layout.justifyBetween} ${layout.gap8x16} ${layout.below16}`}>
      <div className={`${layout.baseline} ${layout.narrowable} ${layout.wrap} ${layout.gap4x12}`}>
        <h1 className={`${layout.strong} ${layout.text20} ${layout.leading28}`}>{title}</h1>
        {detail && <span className={`${layout.quiet} ${layout.figures}`}>{detail}</span>}
      </div>
      {actions && <div className={layout.buttons}>{actions}</div>}
    </header>
  );
}
