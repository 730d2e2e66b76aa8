import type { ReactNode, Ref } from "react";
import type { Column } from "./column.ts";
import type { ListState } from "./list-state.ts";
import type { PastedBlock } from "./paste.ts";
import type { SelectionState } from "./selection.ts";
import type { Sort } from "./table-head.tsx";

/** A row on a phone: its name and at most three facts. */
export interface RowCard {
  title: ReactNode;
  /** At the right of the title, for example the last contact. */
  aside?: ReactNode;
  facts: ReactNode[];
  lead?: ReactNode;
  /** The menu of the row, at its right: in place of `actions`. */
  corner?: ReactNode;
  /** What can be done with the row without opening it; below its facts. */
  actions?: ReactNode;
}

/** What shortcuts of a screen can ask of its table. */
export interface TableHandle<Row> {
  /** The row on which the keyboard stands. */
  active: () => Row | undefined;
  /** Puts the focus into the table, a number of rows below where it was. */
  step: (by: number) => void;
  /** Puts the focus on a row, when it is loaded. */
  focusRow: (key: string) => void;
  /** Opens the editor of a column in the active row, or of the cell on which the keyboard stands. */
  edit: (column?: string) => void;
  toggleSelected: () => void;
  selectLoaded: () => void;
}

/** Rows that have no `recordID` need a key. */
export type RowKey<Row> = { rowKey: (row: Row) => string } | (Row extends { recordID: string } ? unknown : never);

/** What the parts of a table are given: a key for its rows is known. */
export interface DataTableProps<Row> extends TableProps<Row> {
  rowKey: (row: Row) => string;
}

export interface TableProps<Row> {
  /** Under this name the person's choice of columns is kept. */
  id: string;
  /** What the rows are, for people who hear the page. */
  label: string;
  columns: readonly Column<Row>[];
  /** The key of a row; left out, it is the `recordID`. */
  rowKey?: (row: Row) => string;
  list: ListState<Row>;
  /** On a phone a row becomes a card of the three facts that matter. */
  card: (row: Row) => RowCard;
  /** Why there is nothing, and the one thing to do. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  /** The pointer rests on a row: it may be opened next. */
  onRest?: (row: Row) => void;
  /** The row that is open beside the table. */
  openKey?: string | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selection?: SelectionState;
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode;
  /** Stands left of the column chooser, for example the filter bar. */
  toolbar?: ReactNode;
  /** Something quiet to be said of a row, such as that it no longer matches the filters. */
  remark?: (row: Row) => string | undefined;
  /** What the shortcuts of the screen can ask of the table. */
  handle?: Ref<TableHandle<Row>>;
  /** What was pasted on the cells of a grid, and is now to be saved. */
  onPaste?: (block: PastedBlock<Row>) => void;
  /** Replaces the rows, in the same frame: a board or a calendar of the same list. */
  instead?: ReactNode;
}
