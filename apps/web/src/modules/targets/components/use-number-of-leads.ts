import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";

/** A number of leads, as people read it: "1,825", or "約 250,000" where it is an estimate. */
export function useNumberOfLeads(): (counted: { leadCount: number; exact: boolean }) => string {
  const { t } = useTranslation("targets");
  const numberText = useNumberText();
  return ({ leadCount, exact }) => {
    const number = numberText(leadCount);
    return exact ? number : t("about", { number });
  };
}
