import { CloudServerOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./states.module.css";

interface ErrorStateProps {
  /** What happened, in the client's words. */
  message: string;
  onRetry?: () => void;
}

/** Says what happened and what to do. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation("ui");
  return (
    <div className={laid("middle flexColumn justifyCentre textCentre", styles.state)} role="alert">
      <span className={laid("centre quiet below16 sunkenGround text24 round16", styles.icon)} aria-hidden>
        <CloudServerOutlined />
      </span>
      <p className={laid("strong", styles.title)}>{message}</p>
      {onRetry && (
        <div className={layout.above16}>
          <Button onClick={onRetry}>{t("retry")}</Button>
        </div>
      )}
    </div>
  );
}
