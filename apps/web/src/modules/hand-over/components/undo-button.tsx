import type { HandOverTask } from "@homeroom/contract/hand-over";
import type { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useUndoHandOver } from "../api.ts";

/** Undoes a hand-over after a confirmation; `onStarted` is called once the undo has started. */
export function UndoButton({ task, onStarted }: { task: HandOverTask; onStarted?: (taskID: RecordId) => void }) {
  const { t } = useTranslation("handOver");
  const { confirm, failed } = useFeedback();
  const undo = useUndoHandOver();
  const press = async () => {
    const agreed = await confirm({
      title: t("undoAsk.title"),
      detail: t("undoAsk.detail", { name: task.nickname }),
      verb: t("undo"),
    });
    if (agreed) undo.mutate(task.taskID, { onSuccess: () => onStarted?.(task.taskID), onError: failed });
  };
  return (
    <Button loading={undo.isPending} onClick={() => void press()}>
      {t("undo")}
    </Button>
  );
}
