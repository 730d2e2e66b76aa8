import { useTranslation } from "react-i18next";
import { useConnectionState } from "#platform/realtime.ts";
import layout from "#ui/layout.module.css";
import { useDelayed } from "#ui/time/use-delayed.ts";
import styles from "./connection-line.module.css";

/** A quiet line that says that new messages do not arrive by themselves at the moment. */
export function ConnectionLine() {
  const { t } = useTranslation("shell");
  const lost = useDelayed(useConnectionState() === "offline", 4000);
  return (
    <div role="status">
      {lost && (
        <p
          className={`${layout.warning} ${layout.warningTint} ${layout.text12} ${layout.leading20} ${layout.textCentre} ${styles.line}`}
        >
          {t("offline")}
        </p>
      )}
    </div>
  );
}
