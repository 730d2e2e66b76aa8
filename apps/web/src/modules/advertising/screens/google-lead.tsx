import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#ui/plain-form/password-field.tsx";
import styles from "#ui/plain-form/plain-form.module.css";
import { PlainForm, SubmitButton } from "#ui/plain-form/plain-form.tsx";
import { TextField } from "#ui/plain-form/text-field.tsx";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { sendTestLead, type TestOutcome } from "../api/google.ts";

/** A person who sets up a Google lead form tests its key here, without signing in. */
export function GoogleLead() {
  const { t } = useTranslation("googleLead");
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState({ key: "", name: t("sampleName"), phone: "+852 6123 4567" });
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const [busy, setBusy] = useState(false);
  const [lacksKey, setLacksKey] = useState(false);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setOutcome(null);
    setLacksKey(false);
  };
  const send = () => {
    if (draft.key.trim() === "") return setLacksKey(true);
    setBusy(true);
    void sendTestLead({ ...draft, key: draft.key.trim() })
      .then(setOutcome)
      .finally(() => setBusy(false));
  };
  const refused = outcome !== null && outcome !== "taken" ? t(`outcome.${outcome}`) : undefined;
  return (
    <PublicPage label={t("title")}>
      <h2 className={styles.title}>{t("title")}</h2>
      <p className={styles.intro}>{t("intro")}</p>
      <PlainForm form={form} onSubmit={send} failure={refused}>
        <PasswordField
          name="key"
          label={t("key")}
          value={draft.key}
          onChange={(key) => change({ key })}
          problem={lacksKey ? t("noKey") : undefined}
          autoComplete="new-password"
          maxLength={50}
        />
        <TextField
          name="name"
          label={t("name")}
          value={draft.name}
          onChange={(name) => change({ name })}
          problem={undefined}
          autoComplete="off"
          maxLength={64}
        />
        <TextField
          name="phone"
          label={t("phone")}
          value={draft.phone}
          onChange={(phone) => change({ phone })}
          problem={undefined}
          autoComplete="off"
          inputMode="tel"
          maxLength={30}
        />
        <SubmitButton busy={busy}>{t(busy ? "sending" : "send")}</SubmitButton>
      </PlainForm>
      <p role="status">{outcome === "taken" && t("outcome.taken")}</p>
    </PublicPage>
  );
}
