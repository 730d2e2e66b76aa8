import { ownAccount } from "@homeroom/contract/own-account";
import { useEffect, useRef } from "react";
import { currentUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { usePreference } from "#platform/preferences.ts";

/** Keeps a newly chosen language with the account too: mails are written in it. */
export function useKeptLanguage(): void {
  const [language] = usePreference("language");
  const known = useRef(language);
  useEffect(() => {
    if (known.current === language) return;
    known.current = language;
    if (currentUser()?.restriction === "password") return;
    // The choice holds here whatever becomes of this; the next one is sent again.
    void api.call(ownAccount.saveLocale, { locale: language }).catch(() => undefined);
  }, [language]);
}
