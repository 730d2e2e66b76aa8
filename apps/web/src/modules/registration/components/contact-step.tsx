import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { areaCodeChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import { CodeField } from "#ui/plain-form/code-field.tsx";
import styles from "#ui/plain-form/plain-form.module.css";
import { useResendWait } from "#ui/plain-form/resend-wait.ts";
import { SelectField } from "#ui/plain-form/select-field.tsx";
import { TextField } from "#ui/plain-form/text-field.tsx";
import type { StepProps } from "./step-props.ts";

interface ContactStepProps extends StepProps {
  sending: boolean;
  onSendCode: () => void;
}

/** The owner, and an address that is verified with a mailed code. */
export function ContactStep({ draft, change, problemAt, sending, onSendCode }: ContactStepProps) {
  const { t } = useTranslation("register");
  const [language] = usePreference("language");
  const areaCodes = useMemo(() => areaCodeChoices(language), [language]);
  const wait = useResendWait("register", draft.email);
  const sent = draft.codeSentTo !== "" && draft.codeSentTo === draft.email.trim().toLowerCase();
  const names = language === "en" ? (["firstName", "lastName"] as const) : (["lastName", "firstName"] as const);
  return (
    <>
      <div className={styles.pair}>
        {names.map((name, index) => (
          <TextField
            key={name}
            name={name}
            label={t("optional", { field: t(`fields.${name}`) })}
            value={draft[name]}
            onChange={(text) => change({ [name]: text })}
            problem={problemAt(name)}
            autoComplete={name === "firstName" ? "given-name" : "family-name"}
            maxLength={100}
            takesFocus={index === 0}
          />
        ))}
      </div>
      <div className={styles.phone}>
        <SelectField
          name="countryCode"
          label={t("fields.countryCode")}
          value={draft.countryCode}
          onChange={(countryCode) => change({ countryCode })}
          choices={areaCodes}
          problem={problemAt("countryCode")}
          autoComplete="tel-country-code"
        />
        <TextField
          name="phone"
          label={t("optional", { field: t("fields.phone") })}
          type="tel"
          inputMode="tel"
          value={draft.phone}
          onChange={(phone) => change({ phone })}
          problem={problemAt("phone")}
          autoComplete="tel-national"
          maxLength={24}
        />
      </div>
      <TextField
        name="email"
        label={t("fields.email")}
        type="email"
        inputMode="email"
        value={draft.email}
        onChange={(email) => change({ email })}
        problem={problemAt("email")}
        hint={t("emailHint")}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
      />
      <CodeField
        value={draft.vCode}
        onChange={(vCode) => change({ vCode })}
        problem={problemAt("vCode")}
        hint={sent ? t("codeSent", { email: draft.codeSentTo }) : undefined}
        wait={wait}
        sent={sent}
        sending={sending}
        onSend={onSendCode}
      />
    </>
  );
}
