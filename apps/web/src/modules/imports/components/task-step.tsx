import { DownloadOutlined } from "@ant-design/icons";
import type { ImportTask } from "@homeroom/contract/imports";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { Alert, Button, Progress } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { downloadErrors, downloadPasswords } from "../api.ts";
import { type Fix, isInProgress, percentOf, type WizardProps, withFixes } from "../rules.ts";
import styles from "./import-wizard.module.css";
import { RowGrid } from "./row-grid.tsx";
import { TaskActions } from "./task-actions.tsx";

interface TaskStepProps extends Pick<WizardProps, "goTo"> {
  query: UseQueryResult<ImportTask>;
}

/** A trial or an import: its progress, its result, and the next actions. */
export function TaskStep({ query: { data: task, error, refetch }, goTo }: TaskStepProps) {
  const { t } = useTranslation("imports");
  if (error && !task) return <ErrorState message={String(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton height={160} />;
  return (
    <>
      <Heading task={task} />
      {isInProgress(task) && (
        <div aria-live="polite">
          <Progress percent={task.state === "undoing" ? 100 : percentOf(task)} status="active" />
          <p className={layout.hint}>
            {task.state === "undoing"
              ? t("task.undoing", { count: task.undoneCount })
              : t("task.progress", { processed: task.processed, total: task.total })}{" "}
            {t("task.mayLeave")}
          </p>
        </div>
      )}
      {task.state === "failed" && <Alert type="error" showIcon title={task.messageList[0] ?? t("task.failed")} />}
      <Counts task={task} />
      {task.initialPassword && (
        <p className={layout.hint}>
          {t("task.password")} <code>{task.initialPassword}</code>
        </p>
      )}
      {task.hasPasswords && <PasswordFile task={task} />}
      {task.state === "undone" && (
        <Alert type="success" showIcon title={t("task.undone", { count: task.undoneCount })} />
      )}
      {task.kept.length > 0 && <KeptList task={task} />}
      {task.dryRun && !isInProgress(task) && task.kind === "lead" ? (
        <TrialRows key={task.taskID} task={task} goTo={goTo} />
      ) : (
        <>
          {task.errors.length > 0 && <FaultList task={task} />}
          {task.remarks.length > 0 && <RemarkList task={task} />}
          <TaskActions task={task} goTo={goTo} />
        </>
      )}
    </>
  );
}

/** A trial row by row, and the next action: another trial with the corrections, or the import. */
export function TrialRows({ task, goTo }: { task: ImportTask } & Pick<WizardProps, "goTo">) {
  const [fixes, setFixes] = useState<Fix[]>([]);
  return (
    <>
      <RowGrid task={task} fixes={fixes} onMend={(fix) => setFixes((before) => withFixes(before, [fix]))} />
      <TaskActions task={task} fixes={fixes} goTo={goTo} />
    </>
  );
}

/** The passwords of the new people, as a file for the importer. */
function PasswordFile({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  const { error, isPending, mutate } = useMutation({ mutationFn: () => downloadPasswords(task.taskID) });
  return (
    <>
      <p className={layout.hint}>{t("task.passwordsHint")}</p>
      {error && <Alert type="error" showIcon title={String(error)} />}
      <Button icon={<DownloadOutlined />} loading={isPending} onClick={() => mutate()}>
        {t("task.passwords")}
      </Button>
    </>
  );
}

function Heading({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  const key = isInProgress(task)
    ? task.dryRun
      ? "task.trying"
      : "task.importing"
    : task.dryRun
      ? "task.tried"
      : "task.imported";
  return <h3 className={laid("strong breaking text14 noMargin below8")}>{t(key, { name: task.fileName })}</h3>;
}

function Counts({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  const counts = [
    ["created", task.createdCount],
    ["updated", task.updatedCount],
    ["skipped", task.skippedCount],
    ["invalid", task.invalidCount],
  ] as const;
  return (
    <dl className={laid("gridBox gap8", styles.counts)}>
      {counts.map(([kind, count]) => (
        <div
          key={kind}
          className={laid("pad12x16 outlined round12 facts", styles.count)}
          data-kind={count > 0 ? kind : undefined}
        >
          <dt>{t(`counts.${kind}`)}</dt>
          <dd className={laid("strong figures text20")}>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeptList({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  return (
    <section>
      <h4 className={laid("strong breaking text14 noMargin below8")}>{t("task.kept")}</h4>
      <ul className={layout.bareList}>
        {task.kept.map(({ row, name, reason }) => (
          <li key={row}>
            {name} <span className={laid("hint noMargin")}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The errors by row and column, with the rows as a file to correct. */
function FaultList({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  const { failed } = useFeedback();
  return (
    <section>
      <div className={laid("rowWrap justifyBetween below8")}>
        <h4 className={laid("strong breaking text14 noMargin")}>{t("faults.title", { count: task.invalidCount })}</h4>
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void downloadErrors(task.taskID).catch(failed)}>
          {t("faults.download")}
        </Button>
      </div>
      <FaultTable faults={task.errors} last={t("faults.reason")} />
    </section>
  );
}

/** Values that were saved differently from the file. */
function RemarkList({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  return (
    <section>
      <h4 className={laid("strong breaking text14 noMargin below8")}>
        {t("remarks.title", { count: task.remarkCount })}
      </h4>
      <FaultTable faults={task.remarks} last={t("remarks.what")} />
    </section>
  );
}

interface Fault {
  row: number;
  field: string;
  column: string;
  value: string;
  message: string;
}

/** Values of a file by row and column, with a remark on each; `last` is the heading of the remarks. */
function FaultTable({ faults, last }: { faults: readonly Fault[]; last: string }) {
  const { t } = useTranslation("imports");
  return (
    <div className={laid("outlined round8 scroll ruledCells", styles.faults)}>
      <table className={laid("wide collapsed")}>
        <thead>
          <tr>
            <th scope="col">{t("faults.row")}</th>
            <th scope="col">{t("faults.column")}</th>
            <th scope="col">{t("faults.value")}</th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ row, field, column, value, message }) => (
            <tr key={`${row} ${field} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td className={laid("quiet breaking maxWidth220")}>{value}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
