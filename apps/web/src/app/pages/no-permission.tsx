import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styles from "./status-page.module.css";

/** Shown when a screen's first load is refused. */
export function NoPermission() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <p className={styles.code}>401</p>
      <h1 className={styles.title}>{t("noPermission.title")}</h1>
      <p className={styles.detail}>{t("noPermission.detail")}</p>
      <div className={styles.actions}>
        <Button onClick={() => void navigate(-1)}>{t("goBack")}</Button>
        <Button type="primary" onClick={() => void navigate("/")}>
          {t("goHome")}
        </Button>
      </div>
    </div>
  );
}
