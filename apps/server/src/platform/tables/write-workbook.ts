import { Readable } from "node:stream";
import { strToU8, Zip, ZipDeflate } from "fflate";
import {
  contentTypes,
  type SheetLook,
  sheetEnd,
  sheetStart,
  styles,
  workbookRels,
  workbookXml,
} from "./workbook-parts.ts";
import type { RowSource, TableCell } from "./write-csv.ts";
import { xmlText } from "./xml-text.ts";

/** A sheet to write. Texts stay texts, so that phone numbers and ids keep their zeros. */
export interface NewSheet extends SheetLook {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: RowSource;
}

/** Maximum rows of one sheet; a spreadsheet's own limit is 1,048,576. */
export const maxSheetRows = 1_000_000;

const rowsAtOnce = 500;

/**
 * An .xlsx file as a stream, made while it is read, so that an export of any length needs little memory. Rows beyond
 * a million are left out. An error of `rows` breaks the stream.
 */
export function workbookStream(sheets: readonly NewSheet[]): Readable {
  return Readable.from(packed(sheets), { objectMode: false });
}

async function* packed(sheets: readonly NewSheet[]): AsyncGenerator<Buffer> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else ready.push(data);
  });
  const taken = () => {
    if (failure) throw failure;
    return Buffer.concat(ready.splice(0));
  };
  const names = sheets.map(({ name }) => name);
  for (const [path, text] of [
    ["[Content_Types].xml", contentTypes(names.length)],
    ["_rels/.rels", workbookRels.root],
    ["xl/workbook.xml", workbookXml(names)],
    ["xl/_rels/workbook.xml.rels", workbookRels.sheets(names.length)],
    ["xl/styles.xml", styles],
  ] as const) {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    entry.push(strToU8(text), true);
  }
  for (const [at, sheet] of sheets.entries()) {
    const entry = new ZipDeflate(`xl/worksheets/sheet${at + 1}.xml`, { level: 4 });
    zip.add(entry);
    for await (const piece of sheetPieces(sheet)) {
      entry.push(strToU8(piece));
      const bytes = taken();
      if (bytes.length > 0) yield bytes;
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  yield taken();
}

async function* sheetPieces(sheet: NewSheet): AsyncGenerator<string> {
  let piece = sheetStart(sheet) + rowXml(sheet.columns, 1, 1);
  let number = 1;
  for await (const row of sheet.rows) {
    if (number > maxSheetRows) break;
    number += 1;
    piece += rowXml(row, number, 2);
    if (number % rowsAtOnce !== 0) continue;
    yield piece;
    piece = "";
  }
  yield piece + sheetEnd(sheet);
}

function rowXml(cells: readonly TableCell[], number: number, style: number): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell === "") continue;
    const place = columnLetters(at) + number;
    if (typeof cell === "number") xml += `<c r="${place}" s="0"><v>${cell}</v></c>`;
    else xml += `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

const letters: string[] = [];

function columnLetters(at: number): string {
  const known = letters[at];
  if (known) return known;
  const last = String.fromCharCode(65 + (at % 26));
  const made = at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
  letters[at] = made;
  return made;
}
