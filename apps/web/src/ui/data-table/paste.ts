import type { Column } from "./column.ts";
import type { GridPlace } from "./grid-steps.ts";

/** The most cells that one paste fills; the rest is reported as left over. */
export const maxPasted = 500;

export interface PastedCell<Row> {
  row: Row;
  /** Key of the column. */
  column: string;
  text: string;
}

/** The cells that a pasted text fills. */
export interface PastedBlock<Row> {
  cells: PastedCell<Row>[];
  /** Values for read-only cells, and the titles of their columns. */
  readOnly: { count: number; titles: string[] };
  /** Values beyond the last row or column, or beyond the limit. */
  leftOver: number;
}

/**
 * The rows and cells of a text copied from a spreadsheet: tabs between cells, one line a row; a quoted cell may contain
 * both. The final line break does not start a row.
 */
export function blockOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (const { 1: quoted, 2: bare = "", 3: end } of plain.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g,
  )) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}

interface Target<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  place: GridPlace;
  /** Indexes of the selected rows, in order; these are filled instead of the rows below if the paste starts in one of them. */
  selected: readonly number[];
}

/**
 * The cells that a block fills, starting at a cell: in the rows below, or in the selected rows. A single value fills all
 * selected rows.
 */
export function pastedBlock<Row>(block: string[][], { rows, columns, place, selected }: Target<Row>): PastedBlock<Row> {
  const start = Math.max(
    0,
    columns.findIndex(({ key }) => key === place.column),
  );
  const inSelection = selected.length > 1 && selected.includes(place.row);
  const single = block.length === 1 && block[0]?.length === 1;
  const lines = inSelection && single ? selected.map(() => block[0] as string[]) : block;
  const rowOf = (line: number) => rows[inSelection ? (selected[line] ?? rows.length) : place.row + line];

  const result: PastedBlock<Row> = { cells: [], readOnly: { count: 0, titles: [] }, leftOver: 0 };
  for (const [line, texts] of lines.entries()) {
    const row = rowOf(line);
    for (const [at, text] of texts.entries()) putValue(result, text, { row, column: columns[start + at] });
  }
  return result;
}

/** Assigns a value to its cell, or to the values without one. */
function putValue<Row>(
  result: PastedBlock<Row>,
  text: string,
  { row, column }: { row: Row | undefined; column: Column<Row> | undefined },
): void {
  const { cells, readOnly } = result;
  if (row === undefined || !column || cells.length >= maxPasted) result.leftOver++;
  else if (column.edit?.(row)) cells.push({ row, column: column.key, text });
  else {
    readOnly.count++;
    if (!readOnly.titles.includes(column.title)) readOnly.titles.push(column.title);
  }
}
