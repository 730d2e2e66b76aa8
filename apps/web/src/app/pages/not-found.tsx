import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styles from "./status-page.module.css";

/** Shown for /404 and for a route whose view does not exist. */
export function NotFound() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <h1 className={styles.title}>{t("notFound.title")}</h1>
      <p className={styles.detail}>{t("notFound.detail")}</p>
      <Button type="primary" onClick={() => void navigate("/")}>
        {t("goHome")}
      </Button>
    </div>
  );
}
