import { symbolBefore } from "@homeroom/contract/currencies";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Formats figures in the reader's language. */
export function useFigureText() {
  const { t, i18n } = useTranslation("dashboard");
  const { language } = i18n;
  return useMemo(() => {
    const plain = new Intl.NumberFormat(language);
    const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
    const minutesText = (minutes: number) => t("figures.minutes", { number: plain.format(minutes) });
    return {
      number: (value: number) => plain.format(value),
      /** "HK$12,000": without decimals, to be read at a glance. */
      money: (value: number, currency: string) =>
        `${value < 0 ? "-" : ""}${symbolBefore(currency)}${plain.format(Math.round(Math.abs(value)))}`,
      /** The share of a whole; empty if the whole is 0. */
      share: (part: number, whole: number) => (whole === 0 ? "" : percent.format(part / whole)),
      /** "12 分鐘", "2 小時 5 分鐘", "3 天 4 小時". */
      duration(exact: number) {
        // Rounded before it is split, so that 59.6 minutes become an hour.
        const minutes = Math.round(exact);
        if (minutes < 60) return minutesText(minutes);
        const hours = Math.floor(minutes / 60);
        if (hours < 48) {
          const rest = minutes - hours * 60;
          const whole = t("figures.hours", { number: plain.format(hours) });
          return rest === 0 ? whole : `${whole} ${minutesText(rest)}`;
        }
        return t("figures.days", { number: plain.format(Math.round(hours / 24)) });
      },
    };
  }, [t, language]);
}
