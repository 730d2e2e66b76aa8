import { textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { CodeField } from "#ui/plain-form/code-field.tsx";
import { NewPasswordFields } from "#ui/plain-form/new-password-fields.tsx";
import styles from "#ui/plain-form/plain-form.module.css";
import { PlainForm, SubmitButton } from "#ui/plain-form/plain-form.tsx";
import { useResendWait } from "#ui/plain-form/resend-wait.ts";
import { TextField } from "#ui/plain-form/text-field.tsx";
import { PublicLink } from "#ui/public-page/public-navigation.tsx";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { usePasswordReset } from "../components/use-password-reset.ts";
import type { ResetField } from "../rules.ts";

/** Recovers access after a forgotten password. */
export function ForgotPassword() {
  const { t } = useTranslation("forgotPassword");
  const [language] = usePreference("language");
  const { form, draft, change, stage, problem, busy, restart, sendCode, reset } = usePasswordReset();
  const wait = useResendWait("forgot", draft.accountName);
  const text = problem && (textOfRefusal(problem, language) || t("accountRequired"));
  const problemAt = (field: ResetField) => (problem?.field === field && text ? text : undefined);
  const failure = problem?.field === null && text ? text : undefined;
  const toSignIn = <PublicLink to="/login">{t("backToSignIn")}</PublicLink>;

  if (stage === "done") {
    return (
      <PublicPage label={t("title")}>
        <div role="status">
          <h2 className={styles.title}>{t("doneTitle")}</h2>
          <p className={styles.intro}>{t("doneDetail")}</p>
        </div>
        <PublicLink to="/login" className={styles.submitLink}>
          {t("signIn")}
        </PublicLink>
      </PublicPage>
    );
  }

  if (stage === "account") {
    return (
      <PublicPage label={t("title")} links={toSignIn}>
        <h2 className={styles.title}>{t("title")}</h2>
        <p className={styles.intro}>{t("accountIntro")}</p>
        <PlainForm form={form} onSubmit={sendCode} failure={failure}>
          <TextField
            name="accountName"
            label={t("account")}
            value={draft.accountName}
            onChange={(accountName) => change({ accountName })}
            problem={problemAt("accountName")}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={128}
            takesFocus
          />
          <SubmitButton busy={busy === "sending"}>{t(busy === "sending" ? "sending" : "sendCode")}</SubmitButton>
        </PlainForm>
      </PublicPage>
    );
  }

  return (
    <PublicPage label={t("title")} links={toSignIn}>
      <h2 className={styles.title}>{t("title")}</h2>
      <p className={styles.intro}>{t("codeIntro", { account: draft.accountName })}</p>
      <PlainForm form={form} onSubmit={reset} failure={failure}>
        <input type="text" autoComplete="username" value={draft.accountName} readOnly hidden />
        <CodeField
          value={draft.vCode}
          onChange={(vCode) => change({ vCode })}
          problem={problemAt("vCode")}
          wait={wait}
          sent
          sending={busy === "sending"}
          onSend={sendCode}
        />
        <NewPasswordFields
          password={{
            name: "password",
            value: draft.password,
            onChange: (password) => change({ password }),
            problem: problemAt("password"),
          }}
          confirmation={{
            name: "confirmation",
            value: draft.confirmation,
            onChange: (confirmation) => change({ confirmation }),
            problem: problemAt("confirmation"),
          }}
        />
        <div className={styles.buttons}>
          <button type="button" className={styles.back} onClick={restart}>
            {t("otherAccount")}
          </button>
          <SubmitButton busy={busy === "resetting"}>{t(busy === "resetting" ? "resetting" : "reset")}</SubmitButton>
        </div>
      </PlainForm>
    </PublicPage>
  );
}
