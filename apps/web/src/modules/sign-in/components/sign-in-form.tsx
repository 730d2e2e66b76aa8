import { type Refusal, textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import type { SignedIn, SignInChoice } from "@homeroom/contract/login";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { PasswordField } from "#ui/plain-form/password-field.tsx";
import styles from "#ui/plain-form/plain-form.module.css";
import { TextField } from "#ui/plain-form/text-field.tsx";
import { signIn, useCaptcha } from "../api.ts";
import { fieldOf, firstEmpty, type SignInField } from "../rules.ts";
import { CaptchaField } from "./captcha-field.tsx";
import { PlaceField } from "./place-field.tsx";

/** A problem: an error's name, so that its text follows the language, or an empty field. */
type Problem = Refusal & { field: SignInField | null; empty: boolean };

interface SignInFormProps {
  onSignedIn: (session: SignedIn) => void;
}

export function SignInForm({ onSignedIn }: SignInFormProps) {
  const { t } = useTranslation("signIn");
  const [language] = usePreference("language");
  const { form, draft, change, captcha, places, problem, busy, submit } = useSignIn(onSignedIn);
  const textOf = (one: Problem) => {
    if (one.empty && one.field) return t(`empty.${one.field}`);
    return textOfRefusal(one, language);
  };
  const problemAt = (field: SignInField) => (problem?.field === field ? textOf(problem) : undefined);

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {problem && problem.field === null && (
        <p className={styles.failure} role="alert">
          {textOf(problem)}
        </p>
      )}
      <TextField
        name="accountName"
        label={t("account")}
        value={draft.accountName}
        onChange={(accountName) => change({ accountName })}
        problem={problemAt("accountName")}
        autoComplete="username"
        maxLength={128}
        takesFocus
      />
      <PasswordField
        name="password"
        label={t("password")}
        autoComplete="current-password"
        value={draft.password}
        onChange={(password) => change({ password })}
        problem={problemAt("password")}
      />
      {places && (
        <PlaceField
          places={places}
          value={draft.place}
          onChange={(place) => change({ place })}
          problem={problemAt("place")}
        />
      )}
      <CaptchaField
        captcha={captcha}
        value={draft.vCode}
        onChange={(vCode) => change({ vCode })}
        problem={problemAt("vCode")}
      />
      <button type="submit" className={styles.submit} disabled={busy} aria-busy={busy}>
        {busy ? t("signingIn") : t("signIn")}
      </button>
    </form>
  );
}

type SubmitPress = { preventDefault: () => void };

const emptyDraft = { accountName: "", password: "", vCode: "", place: "" };

function useSignIn(onSignedIn: SignInFormProps["onSignedIn"]) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [places, setPlaces] = useState<SignInChoice[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const captcha = useCaptcha();

  const change = (patch: Partial<typeof emptyDraft>) => {
    // Another account may belong to other places.
    if (patch.accountName !== undefined) setPlaces(null);
    setDraft((now) => ({ ...now, ...patch }));
    setProblem((now) => (now?.field && now.field in patch ? null : now));
  };
  const refuse = (next: Problem) => {
    setProblem(next);
    form.current?.querySelector<HTMLInputElement>(`[name="${next.field ?? "password"}"]`)?.focus();
  };

  const submit = async (event: SubmitPress) => {
    event.preventDefault();
    if (busy) return;
    const empty = firstEmpty(draft, Boolean(captcha.picture?.image));
    if (empty) return refuse({ field: empty, name: null, message: "", empty: true });
    const chosen = places?.find(({ branchID }) => branchID === draft.place);
    setBusy(true);
    const result = await signIn({
      accountName: draft.accountName,
      password: draft.password,
      vCode: draft.vCode,
      token: captcha.picture?.token ?? "",
      ...(chosen ? { organizationId: chosen.organizationId, branchID: chosen.branchID } : {}),
    });
    setBusy(false);
    if ("failure" in result) {
      const { name, message } = result.failure;
      refuse({ field: fieldOf(name, places !== null), name, message, empty: false });
      setDraft((now) => ({ ...now, vCode: "" }));
      return captcha.renew();
    }
    setProblem(null);
    const { needSelect } = result.result;
    if (!needSelect?.length) return onSignedIn(result.result);
    setPlaces(needSelect);
    change({ place: needSelect[0]?.branchID ?? "" });
  };

  return { form, draft, change, captcha, places, problem, busy, submit: (event: SubmitPress) => void submit(event) };
}
