import { type ErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { SignedIn } from "@homeroom/contract/login";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { usePreference } from "#platform/preferences.ts";
import { returnPath } from "#platform/return-path.ts";
import { saveSession, takeSignInNote } from "#platform/session.ts";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { SecondStepForm } from "../components/second-step-form.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";
import { useKeySignIn } from "../components/use-key-sign-in.ts";

interface SignInProps {
  /** Fetches what comes after signing in, while the person is still typing. */
  prefetch: () => void;
}

/** The sign-in page: a plain form without the component kit, so that it is there at once. */
export function SignIn({ prefetch }: SignInProps) {
  const { t } = useTranslation("signIn");
  const [language] = usePreference("language");
  const [note] = useState(takeSignInNote);
  const [reason, setReason] = useState<ErrorName | null>(null);
  const [ticket, setTicket] = useState<string | null>(null);
  const enter = useEnter(setTicket);
  const byKey = useKeySignIn(enter, setReason);
  const startAgain = (why: ErrorName | null) => {
    setTicket(null);
    setReason(why);
  };
  const links = (
    <>
      <Link to="/register">{t("register")}</Link>
      <Link to="/forgotpassword">{t("forgotPassword")}</Link>
    </>
  );

  return (
    <PublicPage
      label={t(ticket ? "secondStep.title" : "title")}
      note={reason ? messageOf(reason, language) : note}
      links={!ticket && links}
      onInput={prefetch}
    >
      {byKey && <p role="status">{t("byKey")}</p>}
      {!byKey && ticket && <SecondStepForm ticket={ticket} onSignedIn={enter} onExpired={startAgain} />}
      {!byKey && !ticket && <SignInForm onSignedIn={enter} />}
    </PublicPage>
  );
}

/** What follows an answer to a sign-in: the second step, or the page that the person wanted. */
function useEnter(onSecondStep: (ticket: string) => void): (session: SignedIn) => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const redirect = search.get("redirect");
  return useCallback(
    (session) => {
      if (session.needTwoStep) return onSecondStep(session.needTwoStep.ticket);
      saveSession(session);
      void navigate(returnPath(redirect, window.location.origin), { replace: true });
    },
    [navigate, redirect, onSecondStep],
  );
}
