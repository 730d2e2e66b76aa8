import { CloudServerOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./states.module.css";
import { useIsGone } from "./use-is-gone.ts";

interface ErrorStateProps {
  /** What happened, in the client's words. */
  message: string;
  onRetry?: () => void;
}

/** Says what happened and what to do: a retry, except for a record that is gone. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation("ui");
  const isGone = useIsGone(message);
  return (
    <div className={laid("middle flexColumn justifyCentre textCentre", styles.state)} role="alert">
      <span className={laid("centre quiet below16 sunkenGround text24 round16", styles.icon)} aria-hidden>
        <CloudServerOutlined />
      </span>
      <p className={laid("strong", styles.title)}>{message}</p>
      {isGone && <p className={laid("quiet above4", styles.detail)}>{t("goneDetail")}</p>}
      {onRetry && !isGone && (
        <div className={layout.above16}>
          <Button onClick={onRetry}>{t("retry")}</Button>
        </div>
      )}
    </div>
  );
}
