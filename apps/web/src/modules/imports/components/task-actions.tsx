import type { ImportTask } from "@homeroom/contract/imports";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { orderAgain, useDraft, useStart, useUndo } from "../api.ts";
import type { Fix, WizardProps } from "../rules.ts";
import { isInProgress, listOfImport, withFixes } from "../rules.ts";
import styles from "./import-wizard.module.css";

interface TaskActionsProps extends Pick<WizardProps, "goTo"> {
  task: ImportTask;
  /** Cells that were corrected since the trial, which are tried before anything is imported. */
  fixes?: readonly Fix[];
}

/** After a trial the import itself, after an import its undo. */
export function TaskActions({ task, fixes = [], goTo }: TaskActionsProps) {
  const undo = useUndo();
  if (isInProgress(task)) return null;
  return task.dryRun ? (
    <AfterTrial task={task} fixes={fixes} goTo={goTo} />
  ) : (
    <AfterImport task={task} undo={undo} goTo={goTo} />
  );
}

function AfterTrial({ task, fixes, goTo }: Required<TaskActionsProps>) {
  const { t } = useTranslation("imports");
  const draft = useDraft(task.order.fileID);
  const start = useStart();
  const count = task.createdCount + task.updatedCount;
  const allFixes = withFixes(task.order.fixes, fixes);
  const isMended = fixes.length > 0;
  const begin = () =>
    start.mutate(orderAgain(task, isMended ? { dryRun: true, fixes: allFixes } : { dryRun: false }), {
      onSuccess: ({ taskID }) => goTo(`task-${taskID}`),
    });
  const goBack = () => {
    draft.keepFixes(allFixes);
    goTo(`file-${task.order.fileID}`);
  };
  return (
    <>
      {start.error && <Alert type="error" showIcon title={String(start.error)} />}
      <div className={laid("buttons justifyEnd lineAbove raised sticky", styles.footer)}>
        <Button onClick={goBack}>{t("task.back")}</Button>
        <Button type="primary" disabled={count === 0 && !isMended} loading={start.isPending} onClick={begin}>
          {isMended ? t("rows.tryAgain", { count: fixes.length }) : t("task.begin", { count })}
        </Button>
      </div>
    </>
  );
}

type AfterImportProps = Pick<TaskActionsProps, "task" | "goTo"> & { undo: ReturnType<typeof useUndo> };

function AfterImport({ task, undo, goTo }: AfterImportProps) {
  const { t } = useTranslation("imports");
  const { confirm } = useFeedback();
  const { kind, createdCount: created, updatedCount: updated } = task;
  const count = created + updated;
  const takeBack = async () => {
    const agreed = await confirm({
      title: t("undo.title", { name: task.fileName }),
      detail:
        created > 0 && updated > 0
          ? t(`undo.detail.${kind}`, { created, updated })
          : t(`undo.${created > 0 ? "added" : "updated"}.${kind}`, { count }),
      verb: t("undo.verb"),
      danger: true,
    });
    if (agreed) undo.mutate(task.taskID);
  };
  return (
    <>
      {undo.error && <Alert type="error" showIcon title={String(undo.error)} />}
      <div className={laid("buttons justifyEnd lineAbove raised sticky", styles.footer)}>
        {task.canUndo && (
          <Button danger loading={undo.isPending} onClick={() => void takeBack()}>
            {t("undo.verb")}
          </Button>
        )}
        <Button onClick={() => goTo("new")}>{t("task.another")}</Button>
        {kind === "lead" && count > 0 && task.state === "done" && (
          <Link to={listOfImport(task)}>
            <Button tabIndex={-1}>{t("task.show")}</Button>
          </Link>
        )}
        <Button type="primary" onClick={() => goTo(null)}>
          {t("task.close")}
        </Button>
      </div>
    </>
  );
}
