import { useTranslation } from "react-i18next";
import { TextField } from "#ui/plain-form/text-field.tsx";
import type { CaptchaPicture } from "../api.ts";
import styles from "./captcha-field.module.css";

interface CaptchaFieldProps {
  captcha: { picture: CaptchaPicture | null; failed: boolean; renew: () => void };
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

/** The field for the captcha's letters, beside their picture; a click on the picture loads another one. */
export function CaptchaField({ captcha, value, onChange, problem }: CaptchaFieldProps) {
  const { t } = useTranslation("signIn");
  const { picture, failed, renew } = captcha;
  // The server sends no picture if the captcha is switched off.
  if (picture?.image === "") return null;
  const handleRenew = () => {
    onChange("");
    renew();
  };

  return (
    <TextField
      name="vCode"
      label={t("code")}
      value={value}
      onChange={onChange}
      problem={problem}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={16}
      beside={
        <button
          type="button"
          className={styles.captcha}
          onClick={handleRenew}
          title={t("newCode")}
          aria-label={t("newCode")}
        >
          {picture && !failed && <img src={picture.image} alt="" width={120} height={40} />}
          {failed && <span className={styles.captchaFailed}>{t("codeFailed")}</span>}
        </button>
      }
    />
  );
}
