import type { HandOverTask } from "@homeroom/contract/hand-over";
import type { RecordId } from "@homeroom/contract/ids";
import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { UndoButton } from "./undo-button.tsx";

/** A person's last hand-over, to be undone. */
export function LastHandOver({ task, onStarted }: { task: HandOverTask; onStarted: (taskID: RecordId) => void }) {
  const { t } = useTranslation("handOver");
  const view = useDateView();
  return (
    <Alert
      type="info"
      title={t("last", { time: minuteText(task.createTime, view), count: task.moved })}
      action={<UndoButton task={task} onStarted={onStarted} />}
    />
  );
}
