import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { useOwnPaint } from "../first-paint.ts";
import styles from "./status-page.module.css";

const reload = () => window.location.reload();

/**
 * Shown for a screen that failed, or whose files are gone because a newer version was deployed. Without a connection, files
 * that were not needed before cannot be fetched: the screen loads again once there is one.
 */
export function RouteFailure() {
  const { t } = useTranslation("shell");
  const error = useRouteError();
  useOwnPaint();
  const [offline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!offline) return reportError(error);
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [error, offline]);
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{t(offline ? "offlinePage.title" : "failure.title")}</h1>
      <p className={styles.detail}>{t(offline ? "offlinePage.detail" : "failure.detail")}</p>
      <button type="button" className={styles.button} onClick={reload}>
        {t("failure.reload")}
      </button>
    </div>
  );
}
