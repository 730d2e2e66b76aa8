import type { TodayItem } from "@homeroom/contract/today";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTodayActions } from "../../api/dashboard.ts";
import { dayAfter, type TodayAction } from "../../rules/today-actions.ts";

/** Does one thing about an item where it stands, and says so. */
export function useDoInPlace(): (item: TodayItem, action: TodayAction) => void {
  const { t } = useTranslation("dashboard");
  const user = useUser();
  const { zone } = useDateView();
  const { done, failed } = useFeedback();
  const { change, retry } = useTodayActions();
  return (item, action) => {
    if (change.isPending || retry.isPending) return;
    const said = { onSuccess: () => done(t(`today.did.${action}`, { name: item.nickname })), onError: failed };
    if (action === "retry") {
      if (item.messageId) retry.mutate(item.messageId, said);
      return;
    }
    const nextContactDate = dayAfter(dayKey(new Date(), zone));
    change.mutate({ item, changes: action === "take" ? { sales: user.accountID } : { nextContactDate } }, said);
  };
}
