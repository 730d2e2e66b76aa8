import {
  type EmailProvider,
  type EmailSetting,
  EmailSettingForm,
  emailPresets,
  emailProviders,
  emailSecurities,
} from "@homeroom/contract/email-settings";
import { Form, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { emailSettingNow, useEmailWrites } from "../api.ts";
import { type EmailFormValues, valuesOf } from "../rules/email-form.ts";
import { SendTest } from "./send-test.tsx";

interface EmailFormProps {
  of: EmailSetting;
  onClose: () => void;
}

/** The mail server of a branch. It can be saved once a test message with the same values was sent. */
export function EmailForm({ of, onClose }: EmailFormProps) {
  const { t } = useTranslation("emailSettings");
  const { done } = useFeedback();
  const { save } = useEmailWrites();
  const [initialValues] = useState(() => valuesOf(of));
  const { branch } = of;
  return (
    <DrawerForm
      open
      title={t("form.title", { branch: branch.name })}
      schema={EmailSettingForm}
      initialValues={initialValues}
      reload={async () => valuesOf((await emailSettingNow(branch.branchID)) ?? of)}
      onSubmit={save}
      onDone={() => {
        done(t("form.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <Fields hasPassword={of.setting?.password.hasValue ?? false} />
      <SendTest />
    </DrawerForm>
  );
}

function Fields({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("emailSettings");
  const form = Form.useFormInstance<EmailFormValues>();
  const provider = Form.useWatch("provider", form);
  return (
    <>
      <FormSection title={t("form.server")}>
        <FormField name="provider" label={t("fields.provider")} required hint={t(`hints.${provider ?? "other"}`)}>
          <Select
            options={emailProviders.map((value) => ({ value, label: t(`providers.${value}`) }))}
            onChange={(chosen: EmailProvider) => form.setFieldsValue(emailPresets[chosen])}
          />
        </FormField>
        <FormField name="server" label={t("fields.server")} required>
          <Input autoComplete="off" spellCheck={false} maxLength={253} />
        </FormField>
        <FormRow>
          <FormField name="port" label={t("fields.port")} required>
            <InputNumber min={1} max={65_535} precision={0} controls={false} style={{ width: "100%" }} />
          </FormField>
          <FormField name="security" label={t("fields.security")} required>
            <Select options={emailSecurities.map((value) => ({ value, label: t(`securities.${value}`) }))} />
          </FormField>
        </FormRow>
        <FormField name="username" label={t("fields.username")}>
          <Input autoComplete="off" spellCheck={false} maxLength={254} />
        </FormField>
        <FormField
          name="password"
          label={t("fields.password")}
          hint={t(hasPassword ? "form.passwordKept" : "form.passwordHint")}
        >
          <Input.Password autoComplete="new-password" maxLength={1000} />
        </FormField>
      </FormSection>
      <FormSection title={t("form.sender")}>
        <FormField name="sender" label={t("fields.sender")} required hint={t("form.senderHint")}>
          <Input type="email" autoComplete="off" maxLength={254} />
        </FormField>
        <FormField name="senderName" label={t("fields.senderName")}>
          <Input autoComplete="off" maxLength={100} />
        </FormField>
      </FormSection>
    </>
  );
}
