import { type Refusal, textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import type { MailedCodeStep, SignedIn } from "@homeroom/contract/login";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { CodeField } from "#ui/plain-form/code-field.tsx";
import styles from "#ui/plain-form/plain-form.module.css";
import { PlainForm, SubmitButton } from "#ui/plain-form/plain-form.tsx";
import { rememberWait, useResendWait } from "#ui/plain-form/resend-wait.ts";
import { resendFirstCode, takeFirstCode } from "../api.ts";

interface FirstCodeFormProps {
  step: MailedCodeStep;
  onSignedIn: (session: SignedIn) => void;
  /** Back to the start, with a reason: the ticket has expired, or the person wants another account. */
  onExpired: (reason: Refusal | null) => void;
}

type Problem = Refusal & { field: "vCode" | null };

const purpose = "first-sign-in";

/** The first sign-in with an initial password: the code that was mailed to the account. */
export function FirstCodeForm({ step, onSignedIn, onExpired }: FirstCodeFormProps) {
  const { t } = useTranslation("signIn");
  const [language] = usePreference("language");
  const { form, code, change, problem, busy, send, resend } = useFirstCode({ step, onSignedIn, onExpired });
  const wait = useResendWait(purpose, step.ticket);
  const text = problem && (textOfRefusal(problem, language) || t("empty.vCode"));

  return (
    <PlainForm form={form} onSubmit={send} failure={problem?.field === null && text ? text : undefined}>
      <p className={styles.intro}>{t("firstCode.intro", { email: step.email })}</p>
      <CodeField
        value={code}
        onChange={change}
        problem={problem?.field === "vCode" && text ? text : undefined}
        hint={t("firstCode.hint")}
        wait={wait}
        sent
        sending={busy === "sending"}
        onSend={resend}
      />
      <SubmitButton busy={busy === "checking"}>{t(busy === "checking" ? "signingIn" : "signIn")}</SubmitButton>
      <div className={styles.asides}>
        <button type="button" className={styles.aside} onClick={() => onExpired(null)}>
          {t("secondStep.otherAccount")}
        </button>
      </div>
    </PlainForm>
  );
}

function useFirstCode({ step, onSignedIn, onExpired }: FirstCodeFormProps) {
  const { ticket } = step;
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<"sending" | "checking" | null>(null);
  // LoginOn has just mailed a code, or could not: either way the next one has to wait.
  useState(() => rememberWait(purpose, ticket, step.resendSeconds));

  const refuse = ({ field, name, message }: Problem) => {
    if (name === "LOGIN_TICKET_EXPIRED") return onExpired({ name, message });
    setProblem({ field, name, message });
    form.current?.querySelector<HTMLInputElement>("[name=vCode]")?.focus();
  };
  const send = async () => {
    if (busy) return;
    if (code === "") return refuse({ field: "vCode", name: null, message: "" });
    setBusy("checking");
    const outcome = await takeFirstCode({ ticket, vCode: code });
    setBusy(null);
    if ("result" in outcome) return onSignedIn(outcome.result);
    const { name, message } = outcome.failure;
    refuse({ field: name === "LOGIN_INVALID_VERIFICATION_CODE" ? "vCode" : null, name, message });
  };
  const resend = async () => {
    if (busy) return;
    setBusy("sending");
    setProblem(null);
    const outcome = await resendFirstCode({ ticket });
    setBusy(null);
    if ("failure" in outcome) return refuse({ field: null, ...outcome.failure });
    rememberWait(purpose, ticket, outcome.result.resendSeconds);
    setCode("");
    form.current?.querySelector<HTMLInputElement>("[name=vCode]")?.focus();
  };
  const change = (text: string) => {
    setCode(text);
    setProblem(null);
  };
  return { form, code, change, problem, busy, send: () => void send(), resend: () => void resend() };
}
