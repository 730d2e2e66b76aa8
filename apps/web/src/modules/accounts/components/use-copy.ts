import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/** Copies a secret that is shown once, and says whether it worked. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation("account");
  const [language] = usePreference("language");
  const { done, failed } = useFeedback();
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => done(t("copied")),
      () => failed(plainMessageOf("COPY_FAILED", language)),
    );
}
