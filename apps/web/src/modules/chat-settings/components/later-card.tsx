import { WechatWorkOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { TintTag } from "#ui/status/tint-tag.tsx";
import styles from "./chat-rules.module.css";

/** A channel that is to be opened later. */
export function LaterCard() {
  const { t } = useTranslation("chatManage");
  return (
    <section className={`${layout.frame} ${layout.middle} ${styles.later}`} aria-label={t("wecom.title")}>
      <WechatWorkOutlined className={styles.laterIcon} aria-hidden />
      <div className={layout.grow}>
        <h2 className={styles.laterTitle}>{t("wecom.title")}</h2>
        <p>{t("wecom.detail")}</p>
      </div>
      <TintTag color="neutral">{t("wecom.later")}</TintTag>
    </section>
  );
}
