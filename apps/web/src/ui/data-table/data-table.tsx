import { TableOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { type CSSProperties, lazy, Suspense, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { type Column, shownColumns, withWidth } from "./column.ts";
import styles from "./data-table.module.css";
import type { DataTableProps, RowKey, TableProps } from "./data-table-props.ts";
import { frozenWidth } from "./grid-layout.ts";
import { MoreProblem } from "./more-problem.tsx";
import { RowGrid } from "./row-grid.tsx";
import { type ColumnChoiceState, useColumnChoice } from "./use-column-choice.ts";

// The column list loads on demand.
const ColumnChooser = lazy(() => import("./column-chooser.tsx").then((file) => ({ default: file.ColumnChooser })));

interface ColumnButtonProps<Row> {
  columns: readonly Column<Row>[];
  state: ColumnChoiceState;
}

/** A button to choose the visible columns, their order, and those pinned to the left. */
function ColumnButton<Row>({ columns, state }: ColumnButtonProps<Row>) {
  const { t } = useTranslation("ui");
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t("columns.title")}
      content={
        <Suspense fallback={null}>
          {/* The chooser does not depend on the type of the rows. */}
          <ColumnChooser columns={columns as readonly Column<unknown>[]} {...state} />
        </Suspense>
      }
    >
      <Button icon={<TableOutlined />} aria-label={t("columns.title")} title={t("columns.title")} />
    </Popover>
  );
}

// Only phones show cards.
const CardList = lazy(() => import("./card-list.tsx").then((file) => ({ default: file.CardList })));

/**
 * A list of records: virtual rows that load on scroll, frozen columns, a column chooser, cells that are edited in place,
 * selection with a bulk bar, and cards below 576 px. It fills the height of its parent (`<Page fill>`).
 */
export function DataTable<Row>(props: TableProps<Row> & RowKey<Row>) {
  const { id, columns, list, selection, bulkActions, toolbar, instead, rowKey = recordIdOf } = props;
  const state = useColumnChoice(id, columns);
  const narrow = useNarrow(576);
  const selecting = selection && (selection.allMatching || selection.keys.size > 0);

  return (
    <section className={laid("column fill")} aria-label={props.label}>
      <div className={laid("line alignStart below12")}>
        <div className={layout.grow}>{toolbar}</div>
        {!narrow && !instead && <ColumnButton columns={columns} state={state} />}
      </div>
      {instead || (
        <div className={laid("frame column fill clip")}>
          {selecting && (
            <BulkBar selection={selection} total={list.total} totalIsEstimate={list.totalIsEstimate}>
              {bulkActions}
            </BulkBar>
          )}
          <Body {...props} rowKey={rowKey} narrow={narrow} state={state} />
          <MoreProblem {...list} />
        </div>
      )}
    </section>
  );
}

// `RowKey` allows only tables of such rows to leave the key out.
const recordIdOf = (row: unknown) => (row as { recordID: string }).recordID;

interface BodyProps<Row> extends DataTableProps<Row> {
  narrow: boolean;
  state: ColumnChoiceState;
}

function Body<Row>({ narrow, state, ...props }: BodyProps<Row>) {
  const { list, selection, columns, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useShownColumns(columns, state.choice);
  const rows = () => {
    if (list.error !== null && list.rows.length === 0) return <ErrorState message={list.error} onRetry={list.retry} />;
    if (!list.loading && list.rows.length === 0) return props.empty;
    if (!narrow) {
      const onWidth = (key: string, width: number) => state.choose(withWidth(state.choice, key, width));
      return <RowGrid {...props} scroller={scroller} shown={shown} onWidth={onWidth} />;
    }
    const cards = props as unknown as DataTableProps<unknown>;
    return (
      <Suspense fallback={null}>
        <CardList {...cards} scroller={scroller} />
      </Suspense>
    );
  };
  // Without focusable content the keyboard could not scroll it.
  const isStill = list.loading || (narrow && !onOpen);
  return (
    <div
      ref={scroller}
      className={laid("fill relative scroll", styles.scroller)}
      {...(isStill && { role: "group", "aria-label": props.label, tabIndex: 0 })}
      data-refreshing={list.refreshing || undefined}
      style={{ "--frozen-width": `${frozenWidth(shown, Boolean(selection))}px` } as CSSProperties}
    >
      {rows()}
    </div>
  );
}

/** The same list as long as columns and choice are the same, so that rows need not render again. */
function useShownColumns<Row>(columns: DataTableProps<Row>["columns"], choice: ColumnChoiceState["choice"]) {
  return useMemo(() => shownColumns(columns, choice), [columns, choice]);
}
