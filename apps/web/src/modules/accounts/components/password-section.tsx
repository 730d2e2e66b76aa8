import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOwnAccountWrites } from "../api/own-account.ts";
import { emptyPasswords, PasswordFields, passwordSchema } from "./password-fields.tsx";
import { Section } from "./section.tsx";

/** The password: changing it signs every other browser out. */
export function PasswordSection() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const { changePassword } = useOwnAccountWrites();
  const { done } = useFeedback();
  const handleDone = () => {
    setOpen(false);
    done(t("password.changed"));
  };
  return (
    <Section
      title={t("password.title")}
      detail={t("password.detail")}
      actions={<Button onClick={() => setOpen(true)}>{t("password.change")}</Button>}
    >
      <DrawerForm
        open={open}
        title={t("password.change")}
        schema={passwordSchema}
        initialValues={emptyPasswords}
        onSubmit={({ oldPassword, newPassword }, report) => changePassword({ oldPassword, newPassword }, report)}
        onDone={handleDone}
        onClose={() => setOpen(false)}
        submitLabel={t("password.change")}
        width={480}
      >
        <PasswordFields />
      </DrawerForm>
    </Section>
  );
}
