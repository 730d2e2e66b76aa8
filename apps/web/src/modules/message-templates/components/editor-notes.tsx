import type { TemplateRow } from "@homeroom/contract/message-templates";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";

/** Why WhatsApp rejected a template, and what a change to it causes. */
export function EditorNotes({ template }: { template: TemplateRow }) {
  const { t } = useTranslation("messageTemplates");
  const view = useDateView();
  const { approved, revisableAt, reviewStatus, rejectReason, rejectDetail } = template;
  const isRefused = reviewStatus === "rejected" || (reviewStatus === "draft" && rejectDetail !== "");
  return (
    <>
      {isRefused && (
        <div className={laid("danger breaking below16 pad8x12 round8 dangerTint")}>
          <b>{t("refused")}</b>
          {rejectReason && <p>{t(`reason.${rejectReason}`)}</p>}
          {rejectDetail && <p lang="en">{rejectDetail}</p>}
        </div>
      )}
      {approved && <p className={laid("hint below16")}>{t("editInUse")}</p>}
      {lacksPicture(template) && (
        <p className={laid("warning below16 pad8x12 round8 warningTint")}>{t("pictureElsewhere")}</p>
      )}
      {revisableAt && (
        <p className={laid("warning below16 pad8x12 round8 warningTint")}>
          {t("revisableAt", { at: dateTimeText(revisableAt, view) })}
        </p>
      )}
    </>
  );
}

/** A template made at WhatsApp: its picture is not stored here, and must be chosen before sending. */
export function lacksPicture({ approved, content, inUse }: TemplateRow): boolean {
  const { type, picture } = inUse ?? content;
  return approved && type === "image" && picture === null;
}
