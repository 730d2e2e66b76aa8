import { AppError } from "#platform/errors/app-error";
import type { TableDelimiter } from "./csv-dialect.ts";
import { delimiterOf, type RawRow, readTextTable } from "./read-text-table.ts";
import { readWorkbook } from "./read-workbook.ts";
import { cleanCell, columnNames } from "./table-cells.ts";
import { detectEncoding, type TableEncoding } from "./text-encoding.ts";

/** The maximum number of rows below the heading. */
export const maxTableRows = 100_000;

/** The media type of .xlsx. */
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A table in a file: its columns by name, and its rows in order. */
export interface Table {
  /** The encoding and delimiter of a text table; null for a workbook. */
  readonly encoding: TableEncoding | null;
  readonly delimiter: TableDelimiter | null;
  /** The heading's row in the file. */
  readonly headingRow: number;
  readonly columns: readonly string[];
  /** Can be iterated once. Throws IMPORT_FILE_TOO_MANY_ROWS above 100,000. */
  readonly rows: AsyncIterable<TableRow>;
  /** Closes the file, however far it was read. */
  close(): Promise<void>;
}

export interface TableRow {
  /** The row number in the file, so that people find it there; the heading is usually 1. */
  readonly number: number;
  /** One per column of the table; cleaned, and empty if the row is short. */
  readonly cells: readonly string[];
}

export interface TableFormat {
  readonly contentType: string;
  /** The encoding and delimiter that people chose; detected otherwise. */
  readonly encoding?: TableEncoding | undefined;
  readonly delimiter?: TableDelimiter | undefined;
  /**
   * The number of the heading's row, or a function that finds it among the first non-empty rows. Columns that have cells in
   * those rows but no name are included. If omitted: the first non-empty row, and only its columns.
   */
  readonly heading?: number | FindHeading | undefined;
}

/** Returns the index of the heading among the first rows of a table. */
export type FindHeading = (rows: readonly (readonly string[])[]) => number;

/** Number of rows at the beginning that are searched for a heading. */
const beginningRows = 30;

/**
 * Opens a table: .xlsx, or text with commas, semicolons, tabs or bars in any of the encodings. The first non-empty row
 * is its heading. Throws IMPORT_FILE_EMPTY without a heading, and WRONG_FILE_FORMAT for an unreadable file.
 */
export async function openTable(path: string, format: TableFormat): Promise<Table> {
  if (format.contentType === workbookType) return tableOf(readWorkbook(path), null, null, format.heading);
  const encoding = format.encoding ?? (await detectEncoding(path));
  const delimiter = format.delimiter ?? (await delimiterOf(path, encoding));
  return tableOf(readTextTable(path, { encoding, delimiter }), encoding, delimiter, format.heading);
}

async function tableOf(
  raw: AsyncGenerator<RawRow>,
  encoding: TableEncoding | null,
  delimiter: TableDelimiter | null,
  heading: number | FindHeading | undefined,
): Promise<Table> {
  const first = await beginningOf(raw, heading);
  const at = placeOfHeading(first, heading);
  const found = first[at];
  if (!found) {
    await raw.return(undefined);
    throw new AppError("IMPORT_FILE_EMPTY");
  }
  const below = first.slice(at + 1);
  const width = Math.max(...[found, ...below].map(({ cells }) => cells.length));
  const names = heading === undefined ? found.cells : Array.from({ length: width }, (_, n) => found.cells[n] ?? "");
  const columns = columnNames(names);
  return {
    encoding,
    delimiter,
    headingRow: found.number,
    columns,
    rows: rowsBelow(below, raw, columns.length),
    close: async () => void (await raw.return(undefined)),
  };
}

/** The first non-empty rows, as many as are needed to find the heading and the columns. */
async function beginningOf(raw: AsyncGenerator<RawRow>, heading: number | FindHeading | undefined): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  const most = heading === undefined ? 1 : beginningRows;
  const from = typeof heading === "number" ? heading : 0;
  while (rows.length < most) {
    const row = await nextRow(raw);
    if (!row) break;
    if (row.number >= from) rows.push(row);
  }
  return rows;
}

function placeOfHeading(rows: readonly RawRow[], heading: number | FindHeading | undefined): number {
  return typeof heading === "function" ? heading(rows.map(({ cells }) => cells.map(cleanCell))) : 0;
}

/** The next non-empty row. */
async function nextRow(raw: AsyncGenerator<RawRow>): Promise<RawRow | null> {
  for (;;) {
    const next = await raw.next();
    if (next.done) return null;
    if (next.value.cells.some((cell) => cleanCell(cell) !== "")) return next.value;
  }
}

async function* rowsBelow(
  first: readonly RawRow[],
  raw: AsyncGenerator<RawRow>,
  width: number,
): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const row of both(first, raw)) {
    const cells = Array.from({ length: width }, (_, at) => cleanCell(row.cells[at] ?? ""));
    if (cells.every((cell) => cell === "")) continue;
    count += 1;
    if (count > maxTableRows) throw new AppError("IMPORT_FILE_TOO_MANY_ROWS");
    yield { number: row.number, cells };
  }
}

async function* both(first: readonly RawRow[], raw: AsyncGenerator<RawRow>): AsyncGenerator<RawRow> {
  yield* first;
  yield* raw;
}
