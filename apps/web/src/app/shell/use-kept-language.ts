import { ownAccount } from "@homeroom/contract/own-account";
import { useEffect, useRef } from "react";
import { currentUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { usePreference } from "#platform/preferences.ts";
import { queryClient } from "#platform/query.ts";

/**
 * Keeps a newly chosen language with the account too: mails are written in it. What the server names in the reader's
 * language is read again.
 */
export function useKeptLanguage(): void {
  const [language] = usePreference("language");
  const known = useRef(language);
  useEffect(() => {
    if (known.current === language) return;
    known.current = language;
    void queryClient.invalidateQueries();
    if (currentUser()?.restriction === "password") return;
    // The choice is kept here even if this fails; the next one is sent again.
    void api.call(ownAccount.saveLocale, { locale: language }).catch(() => undefined);
  }, [language]);
}
