import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./plain-form.module.css";
import { TextField } from "./text-field.tsx";

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  hint?: string | undefined;
  maxLength?: number;
}

/** A password field: the password can be shown, and a note says when Caps Lock is on. */
export function PasswordField({ hint, maxLength = 128, ...field }: PasswordFieldProps) {
  const { t } = useTranslation("plain");
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));

  return (
    <TextField
      {...field}
      type={shown ? "text" : "password"}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      hint={capsLock ? t("capsLock") : hint}
      maxLength={maxLength}
      inside={
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={shown}
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          title={t(shown ? "hidePassword" : "showPassword")}
          onClick={() => setShown(!shown)}
        >
          <svg
            viewBox="0 0 24 24"
            width={20}
            height={20}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.6}
            aria-hidden
          >
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" strokeLinejoin="round" />
            <circle cx="12" cy="12" r="2.8" />
            {shown && <path d="M4 4l16 16" strokeLinecap="round" />}
          </svg>
        </button>
      }
    />
  );
}
