import { ChangeEmailForm, type OwnAccount } from "@homeroom/contract/own-account";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { rememberWait, useResendWait } from "#ui/plain-form/resend-wait.ts";
import { sendEmailCode, useOwnAccountWrites } from "../api/own-account.ts";
import { Section } from "./section.tsx";

const empty = { email: "", vCode: "", password: "" };
const purpose = "change-email";

/** The person's sign-in address. */
export function EmailSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const { changeEmail } = useOwnAccountWrites();
  const { done } = useFeedback();
  const handleDone = () => {
    setOpen(false);
    done(t("email.changed"));
  };
  return (
    <Section
      title={t("email.title")}
      detail={account.email}
      actions={<Button onClick={() => setOpen(true)}>{t("email.change")}</Button>}
    >
      <DrawerForm
        open={open}
        title={t("email.change")}
        schema={ChangeEmailForm}
        initialValues={empty}
        onSubmit={changeEmail}
        onDone={handleDone}
        onClose={() => setOpen(false)}
        submitLabel={t("email.change")}
        width={480}
      >
        <FormField name="email" label={t("email.new")} hint={t("email.hint")} required>
          <Input type="email" autoComplete="email" maxLength={128} />
        </FormField>
        <CodeLine />
        <FormField name="password" label={t("password.present")} required>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </FormField>
      </DrawerForm>
    </Section>
  );
}

/** The code's field, with the button that has it sent to the address above. */
function CodeLine() {
  const { t } = useTranslation("account");
  const form = Form.useFormInstance<typeof empty>();
  const { done, failed } = useFeedback();
  const email = Form.useWatch("email", form) ?? "";
  const wait = useResendWait(purpose, email);
  const [sending, setSending] = useState(false);

  const handleSend = async () => {
    const address = email.trim();
    setSending(true);
    let atField = false;
    const onFailure = ({ errors }: { errors: readonly { field: string; message: string }[] }) => {
      const problem = errors.find(({ field }) => field === "email");
      if (!problem) return;
      atField = true;
      form.setFields([{ name: "email", errors: [problem.message] }]);
      form.focusField("email");
    };
    try {
      rememberWait(purpose, email, await sendEmailCode(address, { onFailure }));
      done(t("email.sent", { email: address }));
      form.focusField("vCode");
    } catch (reason) {
      if (!atField) failed(reason);
    } finally {
      setSending(false);
    }
  };

  const button = (
    <Button
      type="link"
      size="small"
      disabled={wait > 0 || email.trim() === ""}
      loading={sending}
      onClick={() => void handleSend()}
    >
      {wait > 0 ? t("email.wait", { seconds: wait }) : t("email.send")}
    </Button>
  );
  return (
    <FormField name="vCode" label={t("email.code")} required>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} suffix={button} />
    </FormField>
  );
}
