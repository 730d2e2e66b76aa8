import type { TemplateRow } from "@homeroom/contract/message-templates";
import { useTranslation } from "react-i18next";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import styles from "./review-state.module.css";

const tones: Record<TemplateRow["reviewStatus"], Tone> = {
  draft: "quiet",
  pending: "warning",
  approved: "success",
  rejected: "danger",
};

/** Where a review stands, with the reason where it is not good. */
export function ReviewState({ template }: { template: TemplateRow }) {
  const { t } = useTranslation("messageTemplates");
  const { reviewStatus, rejectReason, rejectDetail, inUse } = template;
  const isStopped = reviewStatus === "approved" && (rejectReason === "paused" || rejectReason === "disabled");
  const reason = rejectReason ? t(`reason.${rejectReason}`) : rejectDetail;
  const isBad = reviewStatus === "rejected" || isStopped || (reviewStatus === "draft" && rejectDetail !== "");
  return (
    <span className={styles.state} title={[reason, rejectDetail].filter(Boolean).join("\n")}>
      <StatusDot
        tone={isStopped ? "danger" : tones[reviewStatus]}
        label={t(isStopped ? `stopped.${rejectReason}` : `review.${reviewStatus}`)}
      />
      {isBad && reason && <span className={styles.reason}>{reason}</span>}
      {inUse && <span className={styles.quiet}>{t("inUse")}</span>}
    </span>
  );
}
