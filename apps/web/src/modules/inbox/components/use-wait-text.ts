import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { lengthOf } from "#platform/dates.ts";

/** Says how long somebody has waited: "等 5 分鐘", "等 3 小時", "等 2 天". */
export function useWaitText(): (since: string) => string {
  const { t } = useTranslation("inbox");
  const now = useNow();
  return (since) => {
    const { unit, count } = lengthOf(now.getTime() - new Date(since).getTime());
    return count === 0 ? t("wait.now") : t(`wait.${unit}`, { count });
  };
}
