import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button, Progress } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useHandOverTask } from "../api.ts";

interface HandOverProgressProps {
  taskID: RecordId;
  onClose: () => void;
  onAgain: () => void;
}

/** How far a hand-over is, and what came of it. */
export function HandOverProgress({ taskID, onClose, onAgain }: HandOverProgressProps) {
  const { t } = useTranslation("handOver");
  const { data: task, error, refetch } = useHandOverTask(taskID);
  if (error && !task) return <ErrorState message={String(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton height={80} />;
  const percent = task.total === 0 ? 100 : Math.floor((task.moved / task.total) * 100);
  return (
    <div className={layout.stack}>
      {task.state === "running" && (
        <div aria-live="polite">
          <Progress percent={percent} status="active" />
          <p className={laid("hint block")}>{t("progress", { moved: task.moved, total: task.total })}</p>
        </div>
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
      <div className={laid("buttons justifyEnd")}>
        {task.state === "failed" && <Button onClick={onAgain}>{t("again")}</Button>}
        <Button type="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </div>
  );
}
