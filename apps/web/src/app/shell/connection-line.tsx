import { useTranslation } from "react-i18next";
import { useConnectionState } from "#platform/realtime.ts";
import { laid } from "#ui/laid.ts";
import { useDelayed } from "#ui/time/use-delayed.ts";
import styles from "./connection-line.module.css";

/** A quiet line that says that new messages do not arrive by themselves at the moment. */
export function ConnectionLine() {
  const { t } = useTranslation("shell");
  const lost = useDelayed(useConnectionState() === "offline", 4000);
  return (
    <div role="status">
      {lost && <p className={laid("warning warningTint text12 leading20 textCentre", styles.line)}>{t("offline")}</p>}
    </div>
  );
}
