import { ModifyPasswordForm } from "@homeroom/contract/own-account";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormField } from "#ui/drawer-form/form-field.tsx";

/** The call's own rules, and that both new passwords are equal. */
export const passwordSchema = ModifyPasswordForm.extend({ repeated: z.string() }).refine(
  (form) => form.newPassword === form.repeated,
  { path: ["repeated"], message: "LOGIN_PASSWORDS_DIFFER" },
);

export const emptyPasswords = { oldPassword: "", newPassword: "", repeated: "" };

/** The current password, and the new one twice. */
export function PasswordFields() {
  const { t } = useTranslation("account");
  return (
    <>
      <FormField name="oldPassword" label={t("password.present")} required>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </FormField>
      <FormField name="newPassword" label={t("password.new")} hint={t("password.rule")} required>
        <Input.Password autoComplete="new-password" maxLength={20} />
      </FormField>
      <FormField name="repeated" label={t("password.repeat")} required>
        <Input.Password autoComplete="new-password" maxLength={20} />
      </FormField>
    </>
  );
}
