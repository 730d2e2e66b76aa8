import { type EmailFailureReason, EmailSettingForm, emailFailures } from "@homeroom/contract/email-settings";
import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { FormSection } from "#ui/drawer-form/form-row.tsx";
import { InSight } from "#ui/drawer-form/in-sight.tsx";
import { problemsOf } from "#ui/drawer-form/issues.ts";
import { laid } from "#ui/laid.ts";
import { useEmailWrites } from "../api.ts";
import { type EmailFormValues, testedText } from "../rules/email-form.ts";

type Outcome = { tested: string; receiver: string } | { failure: string; answer: string };

/** Sends a test message with the form's current values, and keeps the pass that allows saving the form. */
export function SendTest() {
  const { t } = useTranslation("emailSettings");
  const whatIsWrong = useProblems();
  const can = useCan();
  const user = useUser();
  const form = Form.useFormInstance<EmailFormValues>();
  const values = Form.useWatch((all: EmailFormValues) => testedText(all), form);
  const { test } = useEmailWrites();
  const [receiver, setReceiver] = useState(user.email);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (!can("org:email:test")) return <Alert type="info" showIcon title={t("test.notAllowed")} />;

  const mayTest = receiver.includes("@") && !busy;
  const handleTest = async () => {
    if (!mayTest) return;
    const given = form.getFieldsValue(true) as EmailFormValues;
    const wrong = whatIsWrong(given);
    form.setFields(wrong);
    const [first] = wrong;
    if (first) {
      form.scrollToField(first.name, { block: "center" });
      return form.focusField(first.name);
    }
    const { testID: _pass, version: _version, ...fields } = given;
    let failure = t("test.failed");
    let answer = "";
    setBusy(true);
    setOutcome(null);
    try {
      const { testID } = await test(
        { ...fields, receiver: receiver.trim() },
        {
          onFailure: ({ name, message, details, errors }) => {
            form.setFields(errors.map(({ field, message: text }) => ({ name: field as "server", errors: [text] })));
            failure = name === "EMAIL_TEST_FAILED" ? t(`test.reasons.${reasonOf(details["reason"])}`) : message;
            answer = typeof details["answer"] === "string" ? details["answer"] : "";
          },
        },
      );
      form.setFieldValue("testID", testID);
      setOutcome({ tested: testedText(given), receiver });
    } catch {
      setOutcome({ failure, answer });
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormSection title={t("test.title")}>
      <p className={laid("quiet below8")}>{t("test.why")}</p>
      <div className={laid("line below12")}>
        <Input
          aria-label={t("test.receiver")}
          type="email"
          value={receiver}
          maxLength={254}
          onChange={({ target }) => setReceiver(target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            void handleTest();
          }}
        />
        <Button loading={busy} disabled={!receiver.includes("@")} onClick={() => void handleTest()}>
          {t("test.verb")}
        </Button>
      </div>
      <InSight about={outcome} block="nearest">
        <div aria-live="polite">{outcome && <Result outcome={outcome} now={values} />}</div>
      </InSight>
    </FormSection>
  );
}

/** The form's own errors, at their fields, found without asking a server. */
function useProblems() {
  const { t } = useTranslation("ui");
  const [language] = usePreference("language");
  return (given: EmailFormValues) =>
    problemsOf(EmailSettingForm, given, language, t).map(({ path, text }) => ({
      name: path[0] as keyof EmailFormValues,
      errors: [text],
    }));
}

function Result({ outcome, now }: { outcome: Outcome; now: string | undefined }) {
  const { t } = useTranslation("emailSettings");
  if ("failure" in outcome)
    return <Alert type="error" showIcon title={outcome.failure} description={outcome.answer || undefined} />;
  if (outcome.tested !== now) return <Alert type="warning" showIcon title={t("test.changed")} />;
  return <Alert type="success" showIcon title={t("test.sent", { receiver: outcome.receiver })} />;
}

function reasonOf(reason: unknown): EmailFailureReason {
  return emailFailures.find((one) => one === reason) ?? "other";
}
