import { DownloadOutlined } from "@ant-design/icons";
import type { ImportedRow, ImportTask } from "@homeroom/contract/imports";
import { Button, Input, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { downloadErrors, type RowFilter, useRows } from "../api.ts";
import { columnsOf, type Fix } from "../rules.ts";
import styles from "./import-wizard.module.css";

interface RowGridProps {
  task: ImportTask;
  /** Cells that were corrected since the trial. */
  fixes: readonly Fix[];
  onMend: (fix: Fix) => void;
}

/** The expected outcome of each row; errors are corrected in place. */
export function RowGrid({ task, fixes, onMend }: RowGridProps) {
  const { t } = useTranslation("imports");
  const { failed } = useFeedback();
  const [filter, setFilter] = useState<RowFilter>(task.invalidCount > 0 ? "invalid" : "all");
  const rows = useRows(task.taskID, filter);
  const counts: [RowFilter, number][] = [
    ["all", task.total],
    ["created", task.createdCount],
    ["updated", task.updatedCount],
    ["skipped", task.skippedCount],
    ["invalid", task.invalidCount],
    ["remarked", task.remarkCount],
  ];
  return (
    <section aria-label={t("rows.title")}>
      <div className={laid("rowWrap justifyBetween below8")}>
        <Segmented<RowFilter>
          size="small"
          value={filter}
          onChange={setFilter}
          options={counts
            .filter(([value, count]) => value === "all" || count > 0)
            .map(([value, count]) => ({ value, label: `${t(`rows.${value}`)} ${count}` }))}
        />
        {task.invalidCount > 0 && (
          <Button
            size="small"
            icon={<DownloadOutlined />}
            onClick={() => void downloadErrors(task.taskID).catch(failed)}
          >
            {t("faults.download")}
          </Button>
        )}
      </div>
      {rows.error !== null && !rows.data && (
        <ErrorState message={String(rows.error)} onRetry={() => void rows.refetch()} />
      )}
      {rows.data ? (
        <Rows task={task} rows={rows.data.pages.flatMap(({ list }) => list)} fixes={fixes} onMend={onMend} />
      ) : (
        rows.isPending && <Skeleton height={160} />
      )}
      <MoreButton list={rows} label={t("rows.more")} />
      {task.total > 1000 && filter !== "invalid" && <p className={layout.hint}>{t("rows.onlyFirst")}</p>}
    </section>
  );
}

interface RowsProps extends RowGridProps {
  rows: readonly ImportedRow[];
}

function Rows({ task, rows, fixes, onMend }: RowsProps) {
  const { t } = useTranslation("imports");
  // Several columns may fill one field; it is shown once, under the first of them.
  const columns = columnsOf(task.order.mapping, rows);
  if (rows.length === 0) return <p className={layout.hint}>{t("rows.none")}</p>;
  return (
    <div
      className={laid("above8 outlined round8 scroll ruledCells", styles.rows)}
      tabIndex={0}
      role="group"
      aria-label={t("rows.title")}
    >
      <table className={laid("collapsed text12 leading20")}>
        <thead>
          <tr>
            <th scope="col">{t("faults.row")}</th>
            <th scope="col">{t("rows.outcome")}</th>
            {columns.map(([field, column]) => (
              <th key={field} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className={layout.number}>{row.row}</td>
              <td className={styles.outcome}>
                <span className={layout.block} data-kind={row.outcome}>
                  {t(`counts.${row.outcome}`)}
                </span>
                {row.match && (
                  <span className={laid("block hint noMargin")}>{t("rows.match", { name: row.match })}</span>
                )}
                {row.errors
                  .filter(({ column }) => column === "")
                  .map(({ message }) => (
                    <span key={message} className={laid("danger block")}>
                      {message}
                    </span>
                  ))}
              </td>
              {columns.map(([field, column]) => (
                <Cell key={field} row={row} field={field} column={column} fixes={fixes} onMend={onMend} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends Pick<RowsProps, "fixes" | "onMend"> {
  row: ImportedRow;
  field: string;
  column: string;
}

function Cell({ row, field, column, fixes, onMend }: CellProps) {
  const { t } = useTranslation("imports");
  const fault = row.errors.find((one) => one.field === field);
  const remarks = row.remarks.filter((one) => one.field === field);
  const text = row.cells[field] ?? "";
  if (!fault) {
    return (
      <td>
        {text}
        {remarks.map(({ message }) => (
          <span key={message} className={laid("warning block")}>
            {message}
          </span>
        ))}
      </td>
    );
  }
  return (
    <td>
      <Input
        size="small"
        status="error"
        aria-label={t("rows.mend", { row: row.row, column })}
        value={fixes.find((one) => one.row === row.row && one.column === column)?.value ?? text}
        maxLength={2000}
        onChange={({ target }) => onMend({ row: row.row, column, value: target.value })}
      />
      <span className={laid("danger block")}>{fault.message}</span>
    </td>
  );
}
