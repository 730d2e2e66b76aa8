import { exclusionReasons } from "@homeroom/contract/broadcast-estimate";
import { planEnded } from "@homeroom/contract/broadcast-plans";
import { failureReasons } from "@homeroom/contract/failure-reasons";
import { useTranslation } from "react-i18next";

/** Why somebody was left out, or why a message failed and what to do, in the same words as in conversations. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation(["broadcastPlans", "inbox"]);
  return (reason) => {
    if (reason === planEnded) return t("endedBefore");
    const excluded = exclusionReasons.find((one) => one === reason);
    if (excluded) return t(`exclusion.${excluded}`);
    return t(`inbox:reason.${failureReasons.find((one) => one === reason) ?? "unknown"}`);
  };
}
