import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { neutralized } from "./table-cells.ts";

/** A cell's value: a number if spreadsheets should calculate with it. Phone numbers and ids are texts. */
export type TableCell = string | number;

/** Rows that are written as they arrive, so that an export of any length needs little memory. */
export type RowSource = Iterable<readonly TableCell[]> | AsyncIterable<readonly TableCell[]>;

/**
 * A CSV file as a stream: UTF-8 with a byte order mark, so that every spreadsheet reads the Chinese, and no cell that a
 * spreadsheet would run as a formula. An error of `rows` breaks the stream.
 */
export function csvStream(columns: readonly string[], rows: RowSource): Readable {
  const writer = stringify({ bom: true, record_delimiter: "\r\n" });
  const source = Readable.from(marked(columns, rows));
  source.on("error", (error) => writer.destroy(error));
  writer.on("close", () => source.destroy());
  return source.pipe(writer);
}

async function* marked(columns: readonly string[], rows: RowSource): AsyncGenerator<string[]> {
  yield columns.map(neutralized);
  for await (const row of rows) yield row.map((cell) => (typeof cell === "number" ? String(cell) : neutralized(cell)));
}

/** The media type of what `csvStream` writes. */
export const csvType = "text/csv; charset=utf-8";
