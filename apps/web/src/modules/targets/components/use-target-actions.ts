import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTargetWrites } from "../api.ts";
import type { TargetActions } from "./target-columns.tsx";
import { useNumberOfLeads } from "./use-number-of-leads.ts";

/** What is done to a recipient list from its row. */
export function useTargetActions(): TargetActions {
  const { t } = useTranslation("targets");
  const number = useNumberOfLeads();
  const { done, failed, undoable } = useFeedback();
  const { reload, setStatus, remove, restore } = useTargetWrites();
  return {
    async reload(target) {
      const { name } = target;
      await reload(target).then(
        (counted) => done(t("reloaded", { name, number: number(counted), count: counted.leadCount })),
        failed,
      );
    },
    async setStatus(target, open) {
      await setStatus(target, Number(open)).catch(failed);
    },
    async remove(target) {
      try {
        await remove(target);
        undoable(t("removed", { name: target.name }), () => void restore(target).catch(failed));
      } catch (reason) {
        failed(reason);
      }
    },
  };
}
