import { InboxOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./states.module.css";

interface EmptyStateProps {
  /** Why it is empty. */
  title: string;
  detail?: string;
  icon?: ReactNode;
  /** The one action. */
  action?: ReactNode;
}

/** Says why there is nothing, and offers one action. */
export function EmptyState({ title, detail, icon, action }: EmptyStateProps) {
  return (
    <div className={laid("middle flexColumn justifyCentre textCentre", styles.state)}>
      <span className={laid("centre quiet below16 sunkenGround text24 round16", styles.icon)} aria-hidden>
        {icon ?? <InboxOutlined />}
      </span>
      <p className={laid("strong", styles.title)}>{title}</p>
      {detail && <p className={laid("quiet above4", styles.detail)}>{detail}</p>}
      {action && <div className={layout.above16}>{action}</div>}
    </div>
  );
}
