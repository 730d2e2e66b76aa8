import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";

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
    <header className={laid("middleWrap justifyBetween gap8x16 below16")}>
      <div className={laid("baseline narrowable wrap gap4x12")}>
        <h1 className={laid("strong text20 leading28")}>{title}</h1>
        {detail && <span className={laid("quiet figures")}>{detail}</span>}
      </div>
      {actions && <div className={laid("buttons narrowable maxWide")}>{actions}</div>}
    </header>
  );
}
