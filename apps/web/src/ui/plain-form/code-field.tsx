import { useTranslation } from "react-i18next";
import styles from "./plain-form.module.css";
import { TextField } from "./text-field.tsx";

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  hint?: string | undefined;
  /** Seconds until another code may be requested. */
  wait: number;
  /** A code has been sent before. */
  sent: boolean;
  sending: boolean;
  onSend: () => void;
}

/** The six digits of a mailed code, with a button that sends one and counts down to the next. */
export function CodeField({ value, onChange, problem, hint, wait, sent, sending, onSend }: CodeFieldProps) {
  const { t } = useTranslation("plain");
  const again = sent ? t("resendCode") : t("sendCode");
  return (
    <TextField
      name="vCode"
      label={t("mailedCode")}
      value={value}
      onChange={(text) => onChange(text.replace(/\D/g, "").slice(0, 6))}
      problem={problem}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      beside={
        <button
          type="button"
          className={styles.beside}
          disabled={wait > 0 || sending}
          aria-busy={sending}
          onClick={onSend}
        >
          {wait > 0 ? t("resendIn", { seconds: wait }) : again}
        </button>
      }
    />
  );
}
