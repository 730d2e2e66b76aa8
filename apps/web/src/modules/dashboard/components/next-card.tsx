import { RightOutlined } from "@ant-design/icons";
import { Link } from "react-router";
import { Icon } from "#ui/icon/icon.tsx";
import layout from "#ui/layout.module.css";
import styles from "./next-card.module.css";

interface NextCardProps {
  to: string;
  icon: string;
  title: string;
  detail: string;
  /** Something waits there. */
  lively?: boolean;
}

/** One thing to do next. */
export function NextCard({ to, icon, title, detail, lively = false }: NextCardProps) {
  return (
    <Link to={to} className={`${layout.card} ${layout.middle} ${styles.card}`} data-lively={lively || undefined}>
      <span className={`${layout.centre} ${styles.icon}`}>
        <Icon name={icon} />
      </span>
      <span className={`${layout.column} ${layout.grow}`}>
        <span className={layout.title}>{title}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      <RightOutlined className={styles.arrow} aria-hidden />
    </Link>
  );
}
