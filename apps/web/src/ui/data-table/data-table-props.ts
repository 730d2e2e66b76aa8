import type { ReactNode, Ref } from "react";
import type { Column } from "./column.ts";
import type { ListState } from "./list-state.ts";
import type { PastedBlock } from "./paste.ts";
import type { SelectionState } from "./selection.ts";
import type { Sort } from "./table-head.tsx";

/** A row as a card on a phone: its name and at most three facts. */
export interface RowCard {
  title: ReactNode;
  /** To the right of the title, for example the last contact. */
  aside?: ReactNode;
  facts: ReactNode[];
  lead?: ReactNode;
  /** The menu of the row, on its right, instead of `actions`. */
  corner?: ReactNode;
  /** The actions of the row without opening it; below its facts. */
  actions?: ReactNode;
}

/** What a screen's shortcuts can do with its table. */
export interface TableHandle<Row> {
  /** The row that has the keyboard focus. */
  active: () => Row | undefined;
  /** Moves the focus into the table, a number of rows below where it was. */
  step: (by: number) => void;
  /** Moves the focus to a row, if it is loaded. */
  focusRow: (key: string) => void;
  /** Opens the editor of a column in the active row, or of the focused cell. */
  edit: (column?: string) => void;
  toggleSelected: () => void;
  selectLoaded: () => void;
}

/** Rows that have no `recordID` need a key. */
export type RowKey<Row> = { rowKey: (row: Row) => string } | (Row extends { recordID: string } ? unknown : never);

/** The properties for the parts of a table, in which the row key is always set. */
export interface DataTableProps<Row> extends TableProps<Row> {
  rowKey: (row: Row) => string;
}

export interface TableProps<Row> {
  /** The name under which the person's choice of columns is stored. */
  id: string;
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** The key of a row; left out: its `recordID`. */
  rowKey?: (row: Row) => string;
  list: ListState<Row>;
  /** On a phone a row becomes a card with its three most important facts. */
  card: (row: Row) => RowCard;
  /** The empty state: why there is nothing, and what to do. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  /** The pointer rests on a row, so it may be opened next. */
  onRest?: (row: Row) => void;
  /** The row that is open in the panel beside the table. */
  openKey?: string | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selection?: SelectionState;
  /** The actions for the selected rows. */
  bulkActions?: ReactNode;
  /** Shown to the left of the column chooser, for example the filter bar. */
  toolbar?: ReactNode;
  /** A quiet remark on a row, such as that it no longer matches the filters. */
  remark?: (row: Row) => string | undefined;
  /** Gives the screen's shortcuts access to the table. */
  handle?: Ref<TableHandle<Row>>;
  /** Saves what was pasted on the cells of a grid. */
  onPaste?: (block: PastedBlock<Row>) => void;
  /** Replaces the rows within the same frame: a board or a calendar of the same list. */
  instead?: ReactNode;
}
