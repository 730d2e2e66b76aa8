import type { Hours } from "@homeroom/contract/hours";
import { useTranslation } from "react-i18next";
import { rangesOf } from "../rules/hours.ts";

/** Hours as words: 週一至五 09:00–18:00. */
export function useHoursText() {
  const { t } = useTranslation("leadRules");
  return (hours: readonly Hours[]) =>
    rangesOf(hours)
      .map(({ first, last, from, to }) => {
        const days =
          first === last
            ? t(`days.${first}`)
            : t("days.range", { first: t(`days.${first}`), last: t(`daysShort.${last}`) });
        return `${days} ${from}–${to}`;
      })
      .join(t("comma"));
}
