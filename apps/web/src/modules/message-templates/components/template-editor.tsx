import { CheckCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from "@ant-design/icons";
import { type TemplateContent, TemplateForm, type TemplateRow } from "@homeroom/contract/message-templates";
import { type Advice, adviceOn } from "@homeroom/contract/template-advice";
import { Checkbox, Form } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm, type FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { fetchTemplate, useTemplateWrites } from "../api.ts";
import { braces, contentOf, emptyTemplate, formOf, sameText, trimmed } from "../rules/template-form.ts";
import { EditorNotes } from "./editor-notes.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import styles from "./template-editor.module.css";
import { TemplateFields } from "./template-fields.tsx";

interface TemplateEditorProps {
  /** Undefined for a new one. */
  template?: TemplateRow;
  /** The numbers that a new template can be for. */
  channels: readonly { channelId: string; name: string; account: string }[];
  onClose: () => void;
}

/** The form of a template, with a live preview and its problems. */
export function TemplateEditor({ template, channels, onClose }: TemplateEditorProps) {
  const { t } = useTranslation("messageTemplates");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { save, submit, renew } = useTemplateWrites();
  const [initialValues] = useState(() => (template ? formOf(template) : { ...emptyTemplate }));
  const [pictureUrl, setPictureUrl] = useState(template?.content.picture?.url ?? null);
  const [sends, setSends] = useState(true);
  const maySubmit = can("bulk:template:submit");

  /** The form does not close on a draft that is only half sent: once it is saved, WhatsApp's refusals are shown in its row. */
  const handleSubmit = async (written: TemplateForm, report: FailureReport) => {
    const form = trimmed(written);
    const submits = maySubmit && sends;
    const missing = adviceOn(contentOf(form)).filter(({ level }) => level === "must");
    const isReviewed = template?.approved && sameText(contentOf(form), contentOf(initialValues));
    // Saving anyway would close the form as if the template had been submitted. Without "submit afterwards" it is a draft.
    // oxlint-disable-next-line typescript/only-throw-error -- the form shows what a refused call rejects with: a string
    if (submits && missing.length > 0 && !isReviewed) throw mark(missing, report);
    const recordID = await save(form, report);
    // Nothing that WhatsApp reviews may have changed in an approved one.
    const isApproved = template?.approved && (await fetchTemplate(recordID)).reviewStatus === "approved";
    if (isApproved) {
      await renew();
      return { name: form.name, said: "unchanged" as const };
    }
    if (!submits) {
      await renew();
      return { name: form.name, said: "draft" as const };
    }
    try {
      await submit(recordID);
      return { name: form.name, said: "submitted" as const };
    } catch (reason) {
      failed(reason);
      return { name: form.name, said: null };
    }
  };

  /** Shows what WhatsApp would refuse at its fields; returns the first problem. */
  const mark = (missing: readonly Advice[], report: FailureReport): string => {
    const errors = missing.map(({ key, field }) => ({
      field,
      name: "FIELD_INVALID" as const,
      message: t(`advice.${key}`, braces),
    }));
    const message = errors[0]?.message ?? "";
    report.onFailure({ name: "FIELD_INVALID", message, status: null, errors, details: {}, traceId: null });
    return message;
  };

  return (
    <DrawerForm
      open
      title={template ? t("editTitle", { name: template.name }) : t("add")}
      schema={TemplateForm}
      initialValues={initialValues}
      {...(template && { reload: async () => formOf(await fetchTemplate(template.recordID)) })}
      onSubmit={handleSubmit}
      onDone={({ name, said }) => {
        if (said) done(t(`saved.${said}`, { name }));
        onClose();
      }}
      onClose={onClose}
      submitLabel={t(maySubmit && sends ? "saveAndSubmit" : "saveDraft")}
      width={920}
    >
      <div className={laid("gridBox itemsStart gap24", styles.columns)}>
        <div className={layout.narrowable}>
          {template && <EditorNotes template={template} />}
          <TemplateFields
            {...(template && { template })}
            channels={channels}
            pictureUrl={pictureUrl}
            onPicture={setPictureUrl}
          />
          {maySubmit && (
            <Checkbox checked={sends} onChange={(event) => setSends(event.target.checked)}>
              {t("submitAfterwards")}
            </Checkbox>
          )}
        </div>
        <Live pictureUrl={pictureUrl} initial={initialValues} isApproved={template?.reviewStatus === "approved"} />
      </div>
    </DrawerForm>
  );
}

interface LiveProps {
  pictureUrl: string | null;
  /** The form's initial values. */
  initial: object;
  /** WhatsApp has approved these values. */
  isApproved: boolean;
}

function Live({ pictureUrl, initial, isApproved }: LiveProps) {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const values = Form.useWatch<object | undefined>([], { form, preserve: true });
  const content = contentOf({ ...initial, ...values });
  const needsReview = !isApproved || !sameText(content, contentOf(initial));
  return (
    <aside className={laid("gridBox gap12 sticky top0", styles.live)}>
      <h3 className={laid("hint strong")}>{t("preview.title")}</h3>
      <PhonePreview content={content} pictureUrl={content.headerImage ? pictureUrl : null} />
      {needsReview && <AdviceList content={content} />}
    </aside>
  );
}

/** What prevents a text from being submitted, and what reviewers often reject. */
function AdviceList({ content }: { content: TemplateContent }) {
  const { t } = useTranslation("messageTemplates");
  const advice = content.body === "" ? [] : adviceOn(content);
  if (content.body === "") return null;
  return (
    <section className={laid("closeGrid text12 leading20")} aria-label={t("advice.title")} aria-live="polite">
      {advice.length === 0 && (
        <p className={laid("line", styles.line)} data-level="fine">
          <CheckCircleFilled aria-hidden />
          {t("advice.fine")}
        </p>
      )}
      {once(advice).map(({ key, level }) => (
        <p key={key} className={laid("line", styles.line)} data-level={level}>
          {level === "must" ? <ExclamationCircleFilled aria-hidden /> : <InfoCircleFilled aria-hidden />}
          {t(`advice.${key}`, braces)}
        </p>
      ))}
    </section>
  );
}

function once(advice: readonly Advice[]): Advice[] {
  return [...new Map(advice.map((one) => [one.key, one])).values()];
}
