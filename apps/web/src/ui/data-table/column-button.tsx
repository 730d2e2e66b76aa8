import { TableOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "./column.ts";
import type { ColumnChoiceState } from "./use-column-choice.ts";

// The list of columns comes when somebody asks for it.
const ColumnChooser = lazy(() => import("./column-chooser.tsx").then((file) => ({ default: file.ColumnChooser })));

interface ColumnButtonProps<Row> {
  columns: readonly Column<Row>[];
  state: ColumnChoiceState;
}

/** A button that lets people choose which columns they see, in which order, and which stay at the left. */
export function ColumnButton<Row>({ columns, state }: ColumnButtonProps<Row>) {
  const { t } = useTranslation("ui");
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t("columns.title")}
      content={
        <Suspense fallback={null}>
          {/* The table's rows are of no account to its chooser. */}
          <ColumnChooser columns={columns as readonly Column<unknown>[]} {...state} />
        </Suspense>
      }
    >
      <Button icon={<TableOutlined />} aria-label={t("columns.title")} title={t("columns.title")} />
    </Popover>
  );
}
