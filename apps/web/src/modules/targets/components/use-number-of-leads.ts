import { useTranslation } from "react-i18next";

/** How many leads, as people read it: "1,825", or "約 250,000" where it is an estimate. */
export function useNumberOfLeads(): (counted: { leadCount: number; exact: boolean }) => string {
  const { t, i18n } = useTranslation("targets");
  const format = new Intl.NumberFormat(i18n.language);
  return ({ leadCount, exact }) => {
    const number = format.format(leadCount);
    return exact ? number : t("about", { number });
  };
}
