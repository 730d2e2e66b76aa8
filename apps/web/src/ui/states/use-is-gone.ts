import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { usePreference } from "#platform/preferences.ts";

/** Whether a query failed because its record does not exist, or not for this person. */
export function useIsGone(error: string | null): boolean {
  const [language] = usePreference("language");
  return error !== null && error === plainMessageOf("NOT_FOUND", language);
}
