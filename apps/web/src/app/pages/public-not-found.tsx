import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "./status-page.module.css";

/** A public address that shows nothing (yet). Stands without the shell, for visitors who are not signed in. */
export function PublicNotFound() {
  const { t } = useTranslation("shell");
  return (
    <main className={`${styles.page} ${styles.full}`}>
      <p className={styles.code}>404</p>
      <h1 className={styles.title}>{t("notFound.title")}</h1>
      <p className={styles.detail}>{t("notFound.detail")}</p>
      <Link to="/">{t("goHome")}</Link>
    </main>
  );
}
