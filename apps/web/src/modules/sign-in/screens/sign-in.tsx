import { type Refusal, textOfRefusal } from "@homeroom/contract/errors/plain-messages";
import type { MailedCodeStep, SignedIn } from "@homeroom/contract/login";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { returnPath } from "#platform/return-path.ts";
import { saveSession, takeSignInNote } from "#platform/session.ts";
import { PublicLink, usePublicNavigation } from "#ui/public-page/public-navigation.tsx";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { signInByKey } from "../api.ts";
import { FirstCodeForm } from "../components/first-code-form.tsx";
import { SecondStepForm } from "../components/second-step-form.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";

interface SignInProps {
  /** Prefetches the next page, while the person is still typing. */
  prefetch: () => void;
}

/** The sign-in page: a plain form without the component kit, so that it loads at once. */
export function SignIn({ prefetch }: SignInProps) {
  const { t } = useTranslation("signIn");
  const [language] = usePreference("language");
  const [note] = useState(takeSignInNote);
  const [reason, setReason] = useState<Refusal | null>(null);
  const [step, setStep] = useState<NextStep | null>(null);
  const enter = useEnter(setStep);
  const byKey = useKeySignIn(enter, setReason);
  const startAgain = (why: Refusal | null) => {
    setStep(null);
    setReason(why);
  };
  const links = (
    <>
      <PublicLink to="/register">{t("register")}</PublicLink>
      <PublicLink to="/forgotpassword">{t("forgotPassword")}</PublicLink>
    </>
  );

  return (
    <PublicPage
      label={t(step ? `${step.kind}.title` : "title")}
      note={reason ? textOfRefusal(reason, language) : note}
      links={!step && links}
      onInput={prefetch}
    >
      {byKey && <p role="status">{t("byKey")}</p>}
      {!byKey && step?.kind === "secondStep" && (
        <SecondStepForm ticket={step.ticket} onSignedIn={enter} onExpired={startAgain} />
      )}
      {!byKey && step?.kind === "firstCode" && <FirstCodeForm step={step} onSignedIn={enter} onExpired={startAgain} />}
      {!byKey && !step && <SignInForm onSignedIn={enter} />}
    </PublicPage>
  );
}

/** What a sign-in still requires: a code of the authenticator app, or the one mailed at the first sign-in. */
type NextStep = { kind: "secondStep"; ticket: string } | ({ kind: "firstCode" } & MailedCodeStep);

/** Continues after a sign-in: with another step, or the page that the person wanted. */
function useEnter(onStep: (step: NextStep) => void): (session: SignedIn) => void {
  const { search, go } = usePublicNavigation();
  const redirect = search.get("redirect");
  return useCallback(
    (session) => {
      const { needTwoStep, needMailedCode } = session;
      if (needTwoStep) return onStep({ kind: "secondStep", ticket: needTwoStep.ticket });
      if (needMailedCode) return onStep({ kind: "firstCode", ...needMailedCode });
      saveSession(session);
      go(returnPath(redirect, window.location.origin), { replace: true });
    },
    [go, redirect, onStep],
  );
}

/**
 * Signs in with the key in the page's address, once, since a key is valid for one use. The key is removed from the address
 * at once, so that it stays in no history. Returns whether that is in progress; after a failure the form shows the reason.
 */
function useKeySignIn(onSignedIn: (session: SignedIn) => void, onFailed: (reason: Refusal) => void) {
  const { search, go } = usePublicNavigation();
  const key = search.get("key");
  const organizationId = search.get("organizationid");
  const [busy, setBusy] = useState(Boolean(key && organizationId));
  const begun = useRef(false);

  useEffect(() => {
    if (!key || !organizationId || begun.current) return;
    begun.current = true;
    const redirect = search.get("redirect");
    go(redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : "/login", { replace: true });
    void signInByKey({ Key: key, OrganizationId: organizationId }).then((outcome) => {
      setBusy(false);
      if ("result" in outcome) onSignedIn(outcome.result);
      else onFailed(outcome.failure);
    });
  }, [key, organizationId, search, go, onSignedIn, onFailed]);

  return busy;
}
