import type { TemplateRow } from "@homeroom/contract/message-templates";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { lacksPicture } from "./editor-notes.tsx";

const tones: Record<TemplateRow["reviewStatus"], Tone> = {
  draft: "quiet",
  pending: "warning",
  approved: "success",
  rejected: "danger",
};

/** After an approval. */
const stops = ["paused", "disabled", "refused"] as const;

/** The state of a review, with the reason for a rejection. */
export function ReviewState({ template }: { template: TemplateRow }) {
  const { t } = useTranslation("messageTemplates");
  const { reviewStatus, rejectReason, rejectDetail, inUse } = template;
  const stop = reviewStatus === "approved" ? stops.find((one) => one === rejectReason) : undefined;
  const reason = rejectReason ? t(`reason.${rejectReason}`) : rejectDetail;
  const isBad = reviewStatus === "rejected" || stop !== undefined || (reviewStatus === "draft" && rejectDetail !== "");
  return (
    <span className={laid("middleWrap narrowable gap0x8")} title={[reason, rejectDetail].filter(Boolean).join("\n")}>
      <StatusDot
        tone={stop ? "danger" : tones[reviewStatus]}
        label={t(stop ? `stopped.${stop}` : `review.${reviewStatus}`)}
      />
      {isBad && reason && <span className={laid("cut danger text12")}>{reason}</span>}
      {inUse && <span className={layout.small}>{t("inUse")}</span>}
      {lacksPicture(template) && <span className={layout.small}>{t("noPicture")}</span>}
    </span>
  );
}
