import { ExclamationCircleFilled } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { CellProblem } from "./cell-editing.ts";
import styles from "./row-grid.module.css";

/** The mark on a cell that could not be saved: what happened, and what to do. */
export function CellProblemMark({ problem }: { problem: CellProblem }) {
  const { t } = useTranslation("ui");
  return (
    <Popover
      trigger={["click", "hover", "focus"]}
      content={
        <div className={laid("gridBox gap8", styles.problem)} role="alert">
          <span>{problem.message}</span>
          <span className={layout.line}>
            {problem.retry && (
              <Button size="small" type="primary" onClick={problem.retry}>
                {t("retry")}
              </Button>
            )}
            <Button size="small" onClick={problem.leave}>
              {t("cells.leave")}
            </Button>
          </span>
        </div>
      }
    >
      <button
        type="button"
        className={laid("centre bare danger noPadding absolute height24 width24", styles.problemMark)}
        aria-label={problem.message}
      >
        <ExclamationCircleFilled aria-hidden />
      </button>
    </Popover>
  );
}
