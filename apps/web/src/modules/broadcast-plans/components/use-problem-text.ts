import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import { pauseReasons } from "@homeroom/contract/plan-pauses";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";

/** Why a plan could not start, in the words of the refused call; for a failed test, why a plan would have paused. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation("broadcastPlans");
  const [language] = usePreference("language");
  return (problem) => {
    const reason = pauseReasons.find((one) => one === problem);
    if (reason) return t(`paused.${reason}`);
    // Its general text is about a form without recipients.
    if (problem === "PLAN_NO_RECIPIENTS") return t("nobodyAtStart");
    return isErrorName(problem) ? messageOf(problem, language) : problem;
  };
}
