import type { TodayItem } from "@homeroom/contract/today";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useDoToday } from "../../api/today.ts";
import type { TodayAction } from "../../rules/today-actions.ts";

/** Does one thing about an item where it stands, says so, and offers to take it back. */
export function useDoInPlace(): (item: TodayItem, action: TodayAction) => void {
  const { t } = useTranslation("dashboard");
  const { accountID: me } = useUser();
  const { zone } = useDateView();
  const { done, failed, undoable } = useFeedback();
  const doToday = useDoToday({ me, zone });
  const act = async (item: TodayItem, action: TodayAction) => {
    const said = t(`today.did.${action}`, { name: item.nickname });
    try {
      const takeBack = await doToday({ item, action });
      if (takeBack) undoable(said, () => void takeBack().catch(failed), item.leadId);
      else done(said);
    } catch (reason) {
      failed(reason);
    }
  };
  return (item, action) => void act(item, action);
}
