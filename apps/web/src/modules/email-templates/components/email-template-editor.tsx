import {
  EmailContent,
  EmailTemplateForm,
  type EmailTemplateRow,
  emailTemplateLimits,
} from "@homeroom/contract/email-templates";
import { languages } from "@homeroom/contract/language";
import { templateCategories } from "@homeroom/contract/message-templates";
import { Button, Form, Input, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { emailTemplateNow, sendTestMail, useEmailTemplateWrites } from "../api.ts";
import { formValues, writtenSoFar } from "../rules/email-form.ts";
import { BlockFields } from "./block-fields.tsx";
import styles from "./email-template-editor.module.css";
import { MailPreview } from "./mail-preview.tsx";
import { VariableButtons } from "./one-block.tsx";

interface EmailTemplateEditorProps {
  /** Null for a new one. */
  template: EmailTemplateRow | null;
  onClose: () => void;
}

/** The form of an e-mail template, with a live preview. */
export function EmailTemplateEditor({ template, onClose }: EmailTemplateEditorProps) {
  const { t } = useTranslation("emailTemplates");
  const { done } = useFeedback();
  const { save } = useEmailTemplateWrites();
  const [language] = usePreference("language");
  const [initialValues] = useState(() => formValues(template, language));
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>(template?.pictures ?? {});
  return (
    <DrawerForm
      open
      title={template ? t("editTitle", { name: template.name }) : t("add")}
      schema={EmailTemplateForm}
      initialValues={initialValues}
      {...(template && { reload: async () => formValues((await emailTemplateNow(template)) ?? template, language) })}
      onSubmit={save}
      onDone={() => {
        done(t("saved"));
        onClose();
      }}
      onClose={onClose}
      width={920}
    >
      <div className={laid("gridBox itemsStart gap24", styles.columns)}>
        <div className={layout.narrowable}>
          <HeadFields />
          <BlockFields
            pictures={pictures}
            onPicture={(fileId, url) => setPictures((before) => ({ ...before, [fileId]: url }))}
          />
        </div>
        <Live initial={initialValues} />
      </div>
    </DrawerForm>
  );
}

function HeadFields() {
  const { t } = useTranslation("emailTemplates");
  return (
    <>
      <FormField name="name" label={t("fields.name")} required>
        <Input maxLength={emailTemplateLimits.name} />
      </FormField>
      <FormRow>
        <FormField name="category" label={t("fields.category")} hint={t("hints.category")}>
          <Radio.Group options={templateCategories.map((value) => ({ value, label: t(`category.${value}`) }))} />
        </FormField>
        <FormField name="language" label={t("fields.language")}>
          <Select options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))} />
        </FormField>
      </FormRow>
      <FormField name="subject" label={t("fields.subject")} required>
        <Input maxLength={emailTemplateLimits.subject} />
      </FormField>
      <VariableButtons path={["subject"]} />
      <FormField name="preheader" label={t("fields.preheader")} hint={t("hints.preheader")}>
        <Input maxLength={emailTemplateLimits.preheader} />
      </FormField>
    </>
  );
}

function Live({ initial }: { initial: object }) {
  const { t } = useTranslation("emailTemplates");
  const { done, failed } = useFeedback();
  const form = Form.useFormInstance();
  const values = Form.useWatch<object | undefined>([], { form, preserve: true });
  const content = writtenSoFar({ ...initial, ...values });
  const [busy, setBusy] = useState(false);
  const complete = EmailContent.safeParse(content);
  const test = async () => {
    if (!complete.data) return;
    setBusy(true);
    await sendTestMail(complete.data).then((receiver) => done(t("testSent", { receiver })), failed);
    setBusy(false);
  };
  return (
    <aside className={laid("gridBox gap12 sticky top0 itemsLeft", styles.live)}>
      <MailPreview content={content} />
      <Button loading={busy} disabled={!complete.success} onClick={() => void test()}>
        {t("sendTest")}
      </Button>
    </aside>
  );
}
