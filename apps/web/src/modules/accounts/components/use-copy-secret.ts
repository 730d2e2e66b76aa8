import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { useCopy } from "#ui/feedback/use-copy.ts";

/** Copies a secret that is shown once, and says whether it worked. */
export function useCopySecret(): (text: string) => Promise<boolean> {
  const { t } = useTranslation("account");
  const [language] = usePreference("language");
  const copy = useCopy();
  return (text) => copy(text, { done: t("copied"), failed: plainMessageOf("COPY_FAILED", language) });
}
