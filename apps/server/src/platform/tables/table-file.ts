import type { Download } from "#platform/http/download";
import { workbookType } from "./read-table.ts";
import { csvStream, csvType, type RowSource } from "./write-csv.ts";
import { workbookStream } from "./write-workbook.ts";

interface TableFile {
  readonly format: "xlsx" | "csv";
  /** Without its ending. */
  readonly fileName: string;
  /** The name of a workbook's sheet; the file's otherwise. Spreadsheets take 31 characters. */
  readonly sheet?: string;
  readonly columns: readonly string[];
  readonly rows: RowSource;
}

/** A table as a downloadable file, written while it is read. An error of `rows` aborts the file. */
export function tableFile({ format, fileName, sheet = fileName, columns, rows }: TableFile): Download {
  const name = `${fileName}.${format}`;
  if (format === "csv") return { body: csvStream(columns, rows), contentType: csvType, fileName: name };
  const body = workbookStream([{ name: sheet.slice(0, 31), columns, rows }]);
  return { body, contentType: workbookType, fileName: name };
}
