import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button, Progress } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useHandOverTask } from "../api.ts";
import { UndoButton } from "./undo-button.tsx";

interface HandOverProgressProps {
  taskID: RecordId;
  onClose: () => void;
  onAgain: () => void;
}

/** The progress and the result of a hand-over. */
export function HandOverProgress({ taskID, onClose, onAgain }: HandOverProgressProps) {
  const { t } = useTranslation("handOver");
  const { data: task, error, refetch } = useHandOverTask(taskID);
  if (error && !task) return <ErrorState message={String(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton height={80} />;
  const given = task.undone + task.kept;
  return (
    <div className={layout.stack}>
      {task.state === "running" && (
        <HowFar done={task.moved} total={task.total} words={t("progress", { moved: task.moved, total: task.total })} />
      )}
      {task.state === "undoing" && (
        <HowFar done={given} total={task.moved} words={t("undoProgress", { done: given, total: task.moved })} />
      )}
      {task.state === "undone" && (
        <Alert
          type="success"
          showIcon
          title={t("undone", { count: task.undone })}
          description={task.kept > 0 ? t("kept", { count: task.kept, name: task.nickname }) : undefined}
        />
      )}
      {task.state === "done" && (
        <Alert
          type="success"
          showIcon
          title={t("done", { count: task.moved })}
          description={task.left ? t("hasLeft", { name: task.nickname }) : undefined}
        />
      )}
      {task.state === "failed" && (
        <Alert type="error" showIcon title={task.message} description={t("stopped", { moved: task.moved })} />
      )}
      {task.state === "done" && task.message && (
        <Alert type="error" showIcon title={t("undoStopped", { reason: task.message })} />
      )}
      <div className={laid("buttons justifyEnd")}>
        {task.canUndo && <UndoButton task={task} />}
        {task.state === "failed" && <Button onClick={onAgain}>{t("again")}</Button>}
        <Button type="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </div>
  );
}

function HowFar({ done, total, words }: { done: number; total: number; words: string }) {
  return (
    <div aria-live="polite">
      <Progress percent={total === 0 ? 100 : Math.floor((done / total) * 100)} status="active" />
      <p className={laid("hint block")}>{words}</p>
    </div>
  );
}
