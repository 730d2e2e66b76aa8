import { AppError } from "#platform/errors/app-error";
import { openZipEntry, ZipError } from "#platform/files/zip-entries";
import { maxColumns, type RawRow } from "./read-text-table.ts";
import { openWorkbook, textOfCell, type Workbook } from "./xlsx-parts.ts";
import { attribute, XmlError, type XmlListener, xmlReader } from "./xml-tokens.ts";

/**
 * The rows of a workbook's first visible sheet, one after the other. Only the current row of the sheet is kept in
 * memory, besides the shared texts of its cells. Throws WRONG_FILE_FORMAT if the file is not a workbook.
 */
export async function* readWorkbook(path: string): AsyncGenerator<RawRow> {
  try {
    const workbook = await openWorkbook(path);
    const rows: RawRow[] = [];
    const reader = xmlReader(rowListener(workbook, (row) => rows.push(row)));
    const stream = await openZipEntry(path, workbook.sheet);
    stream.setEncoding("utf8");
    for await (const piece of stream as AsyncIterable<string>) {
      reader.write(piece);
      yield* rows.splice(0);
    }
    reader.end();
  } catch (error) {
    if (isDamage(error)) throw new AppError("WRONG_FILE_FORMAT", {}, { cause: error });
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  if (error instanceof XmlError || error instanceof ZipError || error instanceof RangeError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function rowListener(workbook: Workbook, take: (row: RawRow) => void): XmlListener {
  let number = 0;
  let cells: string[] = [];
  let cell = { at: 0, type: "n", style: 0, value: "" };
  let readsText = false;
  return {
    open(name, attributes) {
      if (name === "row") {
        number = numberOfRow(attribute(attributes, "r"), number);
        cells = [];
        cell.at = -1;
      } else if (name === "c") {
        const at = columnOf(attribute(attributes, "r")) ?? cell.at + 1;
        const style = Number(attribute(attributes, "s") ?? 0);
        cell = { at, type: attribute(attributes, "t") ?? "n", style, value: "" };
      } else if (name === "v" || name === "t") readsText = true;
    },
    text(piece) {
      if (readsText) cell.value += piece;
    },
    close(name) {
      if (name === "v" || name === "t") readsText = false;
      else if (name === "c" && cell.at < maxColumns && cell.value !== "") {
        while (cells.length < cell.at) cells.push("");
        cells[cell.at] = textOfCell(workbook, cell);
      } else if (name === "row" && cells.some((text) => text !== "")) take({ number, cells });
    },
  };
}

/** A spreadsheet's own limit. */
const maxRowNumber = 1_048_576;

/** Numbers rise from row to row, since imports continue after the last one, whatever a file says. */
function numberOfRow(written: string | undefined, before: number): number {
  const number = Number(written);
  return Number.isInteger(number) && number > before && number <= maxRowNumber ? number : before + 1;
}

/** The column index of a cell from its address: `C5` is 2. */
function columnOf(address: string | undefined): number | undefined {
  const letters = address && /^[A-Z]{1,3}/.exec(address)?.[0];
  if (!letters) return undefined;
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}
