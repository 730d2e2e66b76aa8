import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { useOwnPaint } from "../first-paint.ts";
import styles from "./status-page.module.css";

/** Shown for a screen that failed, or whose files are gone because a newer version was deployed. */
export function RouteFailure() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  useOwnPaint();
  useEffect(() => reportError(error), [error]);
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{t("failure.title")}</h1>
      <p className={styles.detail}>{t("failure.detail")}</p>
      <button type="button" className={styles.button} onClick={() => window.location.reload()}>
        {t("failure.reload")}
      </button>
    </div>
  );
}
