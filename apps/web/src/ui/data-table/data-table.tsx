import type { ReactNode } from "react";
import { useRef } from "react";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CardList, type RowCard } from "./card-list.tsx";
import { type Column, shownColumns } from "./column.ts";
import { ColumnChooser, useColumnChoice } from "./column-chooser.tsx";
import styles from "./data-table.module.css";
import type { ListState } from "./list-state.ts";
import { RowGrid } from "./row-grid.tsx";
import type { SelectionState } from "./selection.ts";
import type { Sort } from "./table-head.tsx";

export interface DataTableProps<Row> {
  /** Under this name the person's choice of columns is kept. */
  id: string;
  /** What the rows are, for people who hear the page. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  list: ListState<Row>;
  /** On a phone a row becomes a card of the three facts that matter. */
  card: (row: Row) => RowCard;
  /** Why there is nothing, and the one thing to do. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  /** The row that is open beside the table. */
  openKey?: string | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selection?: SelectionState;
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode;
  /** Stands left of the column chooser, for example the filter bar. */
  toolbar?: ReactNode;
}

/**
 * A list of records: virtual rows that load on as one scrolls, a frozen first column, a column chooser, selection with
 * a bulk bar, and cards below 576 px. It fills the height that its parent gives it (`<Page fill>`).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, columns, list, selection, bulkActions, toolbar } = props;
  const [choice, choose] = useColumnChoice(id, columns);
  const narrow = useNarrow(576);
  const scroller = useRef<HTMLDivElement>(null);
  const selecting = selection && (selection.allMatching || selection.keys.size > 0);

  return (
    <section className={styles.table} aria-label={props.label}>
      <div className={styles.toolbar}>
        <div className={styles.tools}>{toolbar}</div>
        {!narrow && <ColumnChooser columns={columns} choice={choice} onChoose={choose} />}
      </div>
      <div className={styles.frame}>
        {selecting && (
          <BulkBar selection={selection} total={list.total} totalIsEstimate={list.totalIsEstimate}>
            {bulkActions}
          </BulkBar>
        )}
        <div ref={scroller} className={styles.scroller} data-refreshing={list.refreshing || undefined}>
          <Body {...props} scroller={scroller} narrow={narrow} shown={shownColumns(columns, choice)} />
        </div>
      </div>
    </section>
  );
}

interface BodyProps<Row> extends DataTableProps<Row> {
  scroller: React.RefObject<HTMLDivElement | null>;
  narrow: boolean;
  shown: Column<Row>[];
}

function Body<Row>({ narrow, shown, ...props }: BodyProps<Row>) {
  const { list } = props;
  if (list.error !== null && list.rows.length === 0) return <ErrorState message={list.error} onRetry={list.retry} />;
  if (!list.loading && list.rows.length === 0) return props.empty;
  return narrow ? <CardList {...props} /> : <RowGrid {...props} columns={shown} />;
}
