import { type Refusal, textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import type { SignedIn } from "@homeroom/contract/login";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import styles from "#ui/plain-form/plain-form.module.css";
import { PlainForm, SubmitButton } from "#ui/plain-form/plain-form.tsx";
import { TextField } from "#ui/plain-form/text-field.tsx";
import { takeSecondStep } from "../api.ts";

interface SecondStepFormProps {
  ticket: string;
  onSignedIn: (session: SignedIn) => void;
  /** The ticket is no longer valid: back to the start, with the reason. */
  onExpired: (reason: Refusal | null) => void;
}

type Problem = Refusal & { empty: boolean };

/** The second step of signing in: six digits from the app, or a recovery code. Six digits are submitted automatically. */
export function SecondStepForm({ ticket, onSignedIn, onExpired }: SecondStepFormProps) {
  const { t } = useTranslation("signIn");
  const [language] = usePreference("language");
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState("");
  const [byRecovery, setByRecovery] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (given: string) => {
    if (busy) return;
    if (given.trim() === "") return setProblem({ name: null, message: "", empty: true });
    setBusy(true);
    const outcome = await takeSecondStep({ ticket, code: given });
    setBusy(false);
    if ("result" in outcome) return onSignedIn(outcome.result);
    const { name, message } = outcome.failure;
    if (name === "LOGIN_TICKET_EXPIRED") return onExpired({ name, message });
    setProblem({ name, message, empty: false });
    setCode("");
    form.current?.querySelector<HTMLInputElement>("[name=code]")?.focus();
  };
  const change = (text: string) => {
    const next = byRecovery ? text : text.replace(/\D/g, "").slice(0, 6);
    setCode(next);
    setProblem(null);
    if (!byRecovery && next.length === 6) void send(next);
  };
  const switchTo = (recovery: boolean) => {
    setByRecovery(recovery);
    setCode("");
    setProblem(null);
  };
  const textOf = (one: Problem) => {
    if (one.empty) return t(byRecovery ? "secondStep.emptyRecovery" : "secondStep.emptyCode");
    return textOfRefusal(one, language);
  };

  return (
    <PlainForm form={form} onSubmit={() => void send(code)}>
      <TextField
        // Another kind of code has another field, which gets the focus and the right keyboard.
        key={byRecovery ? "recovery" : "app"}
        name="code"
        label={t(byRecovery ? "secondStep.recoveryCode" : "secondStep.appCode")}
        value={code}
        onChange={change}
        problem={problem ? textOf(problem) : undefined}
        hint={t(byRecovery ? "secondStep.recoveryHint" : "secondStep.appHint")}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={byRecovery ? 16 : 7}
        {...(!byRecovery && { inputMode: "numeric" as const })}
        takesFocus
      />
      <SubmitButton busy={busy}>{t(busy ? "signingIn" : "signIn")}</SubmitButton>
      <div className={styles.asides}>
        <button type="button" className={styles.aside} onClick={() => switchTo(!byRecovery)}>
          {t(byRecovery ? "secondStep.useApp" : "secondStep.useRecovery")}
        </button>
        <button type="button" className={styles.aside} onClick={() => onExpired(null)}>
          {t("secondStep.otherAccount")}
        </button>
      </div>
    </PlainForm>
  );
}
