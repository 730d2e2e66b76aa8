import type { TemplateRow } from "@homeroom/contract/message-templates";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import layout from "#ui/layout.module.css";

/** Why WhatsApp did not take a template, and what a change of it brings about, before one makes it. */
export function EditorNotes({ template }: { template: TemplateRow }) {
  const { t } = useTranslation("messageTemplates");
  const view = useDateView();
  const { approved, revisableAt, reviewStatus, rejectReason, rejectDetail } = template;
  const isRefused = reviewStatus === "rejected" || (reviewStatus === "draft" && rejectDetail !== "");
  return (
    <>
      {isRefused && (
        <div
          className={`${layout.danger} ${layout.breaking} ${layout.below16} ${layout.pad8x12} ${layout.round8} ${layout.dangerTint}`}
        >
          <b>{t("refused")}</b>
          {rejectReason && <p>{t(`reason.${rejectReason}`)}</p>}
          {rejectDetail && <p lang="en">{rejectDetail}</p>}
        </div>
      )}
      {approved && <p className={`${layout.hint} ${layout.below16}`}>{t("editInUse")}</p>}
      {lacksPicture(template) && (
        <p className={`${layout.warning} ${layout.below16} ${layout.pad8x12} ${layout.round8} ${layout.warningTint}`}>
          {t("pictureElsewhere")}
        </p>
      )}
      {revisableAt && (
        <p className={`${layout.warning} ${layout.below16} ${layout.pad8x12} ${layout.round8} ${layout.warningTint}`}>
          {t("revisableAt", { at: dateTimeText(revisableAt, view) })}
        </p>
      )}
    </>
  );
}

/** Made at WhatsApp: its picture is not kept here, and has to be chosen before it is sent. */
export function lacksPicture({ approved, content, inUse }: TemplateRow): boolean {
  const { type, picture } = inUse ?? content;
  return approved && type === "image" && picture === null;
}
