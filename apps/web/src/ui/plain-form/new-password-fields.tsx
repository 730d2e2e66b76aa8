import { passwordFormat } from "@homeroom/contract/password-format";
import { useTranslation } from "react-i18next";
import { PasswordField } from "./password-field.tsx";
import styles from "./plain-form.module.css";

interface NewPasswordFieldsProps {
  password: { name: string; value: string; onChange: (value: string) => void; problem: string | undefined };
  confirmation: { name: string; value: string; onChange: (value: string) => void; problem: string | undefined };
}

/** A new password, typed twice, with its strength. */
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

type Strength = "weak" | "fair" | "strong";

/** The strength of a valid password; null if it is not valid. */
export function strengthOf(password: string): Strength | null {
  if (!passwordFormat.test(password)) return null;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (kinds === 1 || password.length < 8 || different < 5) return "weak";
  return password.length >= 12 || (password.length >= 10 && kinds === 3) ? "strong" : "fair";
}
