import { useTranslation } from "react-i18next";

/** Whole numbers and figures as the interface language writes them: "1,825". */
export function useNumberText(): (value: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (value) => format.format(value);
}
