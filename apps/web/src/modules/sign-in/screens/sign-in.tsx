import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { productName, productVersion } from "#platform/product.ts";
import { returnPath } from "#platform/return-path.ts";
import { saveSession, takeSignInNote } from "#platform/session.ts";
import { PagePreferences } from "../components/page-preferences.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";
import styles from "./sign-in.module.css";

interface SignInProps {
  /** Fetches what comes after signing in, while the person is still typing. */
  prefetch: () => void;
}

/** The sign-in page: a plain form without the component kit, so that it is there at once. */
export function SignIn({ prefetch }: SignInProps) {
  const { t } = useTranslation("signIn");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [note] = useState(takeSignInNote);

  return (
    <div className={styles.page} onInput={prefetch}>
      <header className={styles.bar}>
        <PagePreferences />
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <img src="/homeroom.svg" width={44} height={44} alt="" />
          <h1 className={styles.name}>{productName}</h1>
          <p className={styles.tagline}>{t("tagline")}</p>
        </div>
        <section className={styles.card} aria-label={t("title")}>
          {note && (
            <p className={styles.note} role="status">
              {note}
            </p>
          )}
          <SignInForm
            onSignedIn={(session) => {
              saveSession(session);
              void navigate(returnPath(search.get("redirect"), window.location.origin), { replace: true });
            }}
          />
        </section>
      </main>
      <footer className={styles.footer}>
        {productName} {productVersion}
      </footer>
    </div>
  );
}
