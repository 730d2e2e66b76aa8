import type { ImportTask } from "@homeroom/contract/imports";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { orderAgain, useStart, useUndo } from "../api.ts";
import type { WizardProps } from "../rules.ts";
import { isUnderWay, listOfImport } from "../rules.ts";
import styles from "./import-wizard.module.css";

interface TaskActionsProps extends Pick<WizardProps, "goTo"> {
  task: ImportTask;
}

/** After a trial the import itself, after an import its undo. */
export function TaskActions({ task, goTo }: TaskActionsProps) {
  const { t } = useTranslation("imports");
  const { confirm } = useFeedback();
  const start = useStart();
  const undo = useUndo();
  if (isUnderWay(task)) return null;
  const count = task.createdCount + task.updatedCount;
  const begin = () =>
    start.mutate(orderAgain(task, { dryRun: false }), { onSuccess: ({ taskID }) => goTo(`task-${taskID}`) });
  const takeBack = async () => {
    const agreed = await confirm({
      title: t("undo.title", { name: task.fileName }),
      detail: t(`undo.detail.${task.kind}`, { created: task.createdCount, updated: task.updatedCount }),
      verb: t("undo.verb"),
      danger: true,
    });
    if (agreed) undo.mutate(task.taskID);
  };
  const problem = start.error ?? undo.error;
  return (
    <>
      {problem && <Alert type="error" showIcon title={String(problem)} />}
      <div className={laid("buttons justifyEnd lineAbove raised sticky", styles.footer)}>
        {task.dryRun ? (
          <>
            <Button onClick={() => goTo(`file-${task.order.fileID}`)}>{t("task.back")}</Button>
            <Button type="primary" disabled={count === 0} loading={start.isPending} onClick={begin}>
              {t("task.begin", { count })}
            </Button>
          </>
        ) : (
          <>
            {task.canUndo && (
              <Button danger loading={undo.isPending} onClick={() => void takeBack()}>
                {t("undo.verb")}
              </Button>
            )}
            <Button onClick={() => goTo("new")}>{t("task.another")}</Button>
            {task.kind === "lead" && count > 0 && task.state === "done" && (
              <Link to={listOfImport(task)}>
                <Button tabIndex={-1}>{t("task.show")}</Button>
              </Link>
            )}
            <Button type="primary" onClick={() => goTo(null)}>
              {t("task.close")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
