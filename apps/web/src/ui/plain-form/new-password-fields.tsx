import { useTranslation } from "react-i18next";
import { PasswordField } from "./password-field.tsx";
import { strengthOf } from "./password-strength.ts";
import styles from "./plain-form.module.css";

interface NewPasswordFieldsProps {
  password: { name: string; value: string; onChange: (value: string) => void; problem: string | undefined };
  confirmation: { name: string; value: string; onChange: (value: string) => void; problem: string | undefined };
}

/** A password to be chosen, typed twice, with how good it is. */
export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation("plain");
  const strength = strengthOf(password.value);
  return (
    <>
      <PasswordField
        {...password}
        label={t("newPassword")}
        autoComplete="new-password"
        hint={strength ? t(`strength.${strength}`) : t("passwordRule")}
        maxLength={20}
      />
      <div className={styles.strength} data-strength={strength ?? "none"} aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <PasswordField {...confirmation} label={t("confirmPassword")} autoComplete="new-password" maxLength={20} />
    </>
  );
}
