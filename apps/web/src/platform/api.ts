import { createClient } from "@homeroom/contract/client";
import { fetchFirst } from "./first-calls.ts";
import { isIdle } from "./idle.ts";
import { preferences } from "./preferences.ts";
import { reportRestricted, reportSessionEnded, storedToken } from "./session.ts";

/**
 * The typed client of this browser's session: `api.call(leads.list, {...})` resolves to the body and rejects with a string
 * that can be shown. A refused token is reported once; the app then asks the person to sign in again.
 */
export const api = createClient({
  baseUrl: "",
  token: storedToken,
  language: () => preferences.get().language,
  isIdle,
  onRestricted: reportRestricted,
  fetch: fetchFirst as typeof fetch,
  onUnauthorized: () => reportSessionEnded(),
});
