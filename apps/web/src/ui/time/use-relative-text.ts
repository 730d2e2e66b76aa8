import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { relativeText } from "#platform/dates.ts";

/** Formats moments relative to now, "3 分鐘前", and updates as time passes. */
export function useRelativeText(): (value: string | Date) => string {
  const { t } = useTranslation("ui");
  const view = useDateView();
  const now = useNow();
  return (value) => relativeText(value, view, { now, justNow: t("justNow") });
}
