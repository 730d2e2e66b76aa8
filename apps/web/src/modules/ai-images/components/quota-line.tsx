import { Progress } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { useImageQuota } from "../api.ts";
import { bytesText } from "../rules/image-form.ts";
import styles from "./quota-line.module.css";

/** How much of the month's allowance and of the space is used. */
export function QuotaLine({ waiting }: { waiting: number }) {
  const { t } = useTranslation("aiImages");
  const quota = useImageQuota(waiting);
  if (!quota) return null;
  const { used, limit, storageUsed, storageLimit } = quota;
  return (
    <div className={laid("middleWrap small figures gap4x12 below12", styles.line)}>
      <span>{t("quota.images", { used, limit })}</span>
      <Progress
        className={styles.bar ?? ""}
        size="small"
        showInfo={false}
        percent={limit > 0 ? (used / limit) * 100 : 100}
        aria-label={t("quota.images", { used, limit })}
      />
      <span>{t("quota.storage", { used: bytesText(storageUsed), limit: bytesText(storageLimit) })}</span>
    </div>
  );
}
