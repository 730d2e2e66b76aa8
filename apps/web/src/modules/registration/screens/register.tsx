import { textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { saveSession, storedToken } from "#platform/session.ts";
import styles from "#ui/plain-form/plain-form.module.css";
import { PlainForm, SubmitButton } from "#ui/plain-form/plain-form.tsx";
import { PublicLink, usePublicNavigation } from "#ui/public-page/public-navigation.tsx";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { ContactStep } from "../components/contact-step.tsx";
import { OrganizationStep } from "../components/organization-step.tsx";
import { PasswordStep } from "../components/password-step.tsx";
import own from "../components/step-progress.module.css";
import { useRegistration } from "../components/use-registration.ts";
import type { Field, Problem } from "../rules/problems.ts";

interface RegisterProps {
  /** Prefetches the next page, while the person is still typing. */
  prefetch: () => void;
}

/** Registering an organisation in three steps, which ends on its dashboard. */
export function Register({ prefetch }: RegisterProps) {
  const { t } = useTranslation("register");
  const [language] = usePreference("language");
  const { go } = usePublicNavigation();
  const registration = useRegistration(({ token, accountID, isPasswordInitialized }) => {
    const replaces = storedToken() !== null;
    saveSession({ token, accountID, isPasswordInitialized });
    // A previous user may have left data in the page's memory.
    if (replaces) window.location.replace("/dashboard");
    else go("/dashboard", { replace: true });
  });
  const { form, draft, change, problems, whole, busy, open, sendCode, submit } = registration;
  const textOf = (problem: Problem) => {
    if ("key" in problem) return t(`problems.${problem.key}`);
    return textOfRefusal(problem, language);
  };
  const problemAt = (field: Field) => {
    const problem = problems[field];
    return problem && textOf(problem);
  };
  const step = { draft, change, problemAt };
  const last = draft.step === 2;

  return (
    <PublicPage
      wide
      label={t("title")}
      onInput={prefetch}
      links={<PublicLink to="/login">{t("signInInstead")}</PublicLink>}
    >
      <StepProgress step={draft.step} onOpen={open} />
      <PlainForm form={form} onSubmit={submit} failure={whole ? textOf(whole) : undefined}>
        {draft.step === 0 && <OrganizationStep {...step} />}
        {draft.step === 1 && <ContactStep {...step} sending={busy === "sending"} onSendCode={sendCode} />}
        {last && (
          <PasswordStep {...step} passwords={registration.passwords} changePassword={registration.changePassword} />
        )}
        <div className={styles.buttons}>
          {draft.step > 0 && (
            <button type="button" className={styles.back} onClick={() => open(draft.step - 1)}>
              {t("back")}
            </button>
          )}
          <SubmitButton busy={busy === "registering"}>
            {last ? t(busy === "registering" ? "registering" : "register") : t("next")}
          </SubmitButton>
        </div>
      </PlainForm>
    </PublicPage>
  );
}

interface StepProgressProps {
  step: number;
  /** A completed step can be opened again. */
  onOpen: (step: number) => void;
}

const steps = ["organization", "contact", "password"] as const;

/** The current one of the three steps. */
function StepProgress({ step, onOpen }: StepProgressProps) {
  const { t } = useTranslation("register");
  return (
    <ol className={own.steps} aria-label={t("progress", { step: step + 1, steps: steps.length })}>
      {steps.map((name, index) => (
        <li key={name} className={own.step} aria-current={index === step ? "step" : undefined}>
          {index < step ? (
            <button type="button" className={own.passed} onClick={() => onOpen(index)}>
              <span className={own.number}>{index + 1}</span>
              {t(`steps.${name}`)}
            </button>
          ) : (
            <span className={own.passed}>
              <span className={own.number}>{index + 1}</span>
              {t(`steps.${name}`)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
