import { InboxOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import layout from "#ui/layout.module.css";
import styles from "./states.module.css";

interface EmptyStateProps {
  /** Why it is empty. */
  title: string;
  detail?: string;
  icon?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

/** Says why there is nothing, and offers the one thing to do. */
export function EmptyState({ title, detail, icon, action }: EmptyStateProps) {
  return (
    <div
      className={`${layout.middle} ${layout.flexColumn} ${layout.justifyCentre} ${layout.textCentre} ${styles.state}`}
    >
      <span
        className={`${layout.centre} ${layout.quiet} ${layout.below16} ${layout.sunkenGround} ${layout.text24} ${layout.round16} ${styles.icon}`}
        aria-hidden
      >
        {icon ?? <InboxOutlined />}
      </span>
      <p className={`${layout.strong} ${styles.title}`}>{title}</p>
      {detail && <p className={`${layout.quiet} ${layout.above4} ${styles.detail}`}>{detail}</p>}
      {action && <div className={layout.above16}>{action}</div>}
    </div>
  );
}
