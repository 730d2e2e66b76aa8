import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { type BulkOrder, useBulkWrites } from "../../api/bulk.ts";
import { isRunning } from "../../rules/bulk.ts";
import { useBulkWords } from "./use-bulk-words.ts";

/** Runs a bulk change and shows its result, with an undo. Returns whether it was started. */
export function useRunBulk() {
  const { t } = useTranslation("leads");
  const { done, failed, undoable } = useFeedback();
  const writes = useBulkWrites();
  const words = useBulkWords();

  const undo = (task: BulkTask) =>
    writes.undo(task.taskID).then((undone) => {
      if (!isRunning(undone)) done(words.summary(undone));
    }, failed);
  const say = (task: BulkTask) => {
    if (isRunning(task)) done(t("bulk.begun", { number: words.number(task.total) }));
    else if (task.canUndo) undoable(words.summary(task), () => void undo(task));
    else done(words.summary(task));
  };
  return async (query: LeadQuery, action: BulkOrder["action"], students = false): Promise<boolean> => {
    try {
      say(await writes.start({ query: explicitQuery(query), action, students }));
      return true;
    } catch (reason) {
      failed(reason);
      return false;
    }
  };
}
