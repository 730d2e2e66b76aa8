import type { Column } from "./column.ts";
import type { GridPlace } from "./grid-steps.ts";

/** The number of cells that one paste fills; the rest is reported as left over. */
export const maxPasted = 500;

export interface PastedCell<Row> {
  row: Row;
  /** Key of the column. */
  column: string;
  text: string;
}

/** What a pasted text fills. */
export interface PastedBlock<Row> {
  cells: PastedCell<Row>[];
  /** Values for cells that cannot be changed, and the titles of their columns. */
  readOnly: { count: number; titles: string[] };
  /** Values beyond the last row or column, or above the most that are taken. */
  leftOver: number;
}

/**
 * The rows and cells of a text as spreadsheets copy it: tabs between cells, one line a row; a cell in quotation marks
 * may itself have both. The line break at its end is no row.
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
  /** Places of the selected rows, in their order; filled instead of the ones below when the paste begins in one. */
  selected: readonly number[];
}

/** What a block fills from a cell on: the rows below, or the selected ones. A single value fills all that are selected. */
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

/** Puts a value where it belongs: into its cell, or among those that have none. */
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
