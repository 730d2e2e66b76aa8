import { listZipEntries, openZipEntry, withFile, type ZipEntry } from "#platform/files/zip-entries";
import { cellText, type NumberStyle, numberStyleOf } from "./xlsx-numbers.ts";
import { attribute, XmlError, type XmlListener, xmlReader } from "./xml-tokens.ts";

/** What is needed of a workbook before its first sheet can be read. */
export interface Workbook {
  readonly path: string;
  readonly sheet: ZipEntry;
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly startsIn1904: boolean;
}

/** Texts that a workbook may share between its cells; more is built to exhaust memory. */
const mostSharedCharacters = 100_000_000;

/** Opens a workbook at its first visible sheet. Throws XmlError or ZipError for what is none. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const entries = await withFile(path, listZipEntries);
  const part = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  const { sheetId, startsIn1904 } = await readSheetList(path, part("xl/workbook.xml"));
  const target = await readTarget(path, part("xl/_rels/workbook.xml.rels"), sheetId);
  const sheet = part(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (!sheet) throw new XmlError("The workbook has no sheet");
  return {
    path,
    sheet,
    startsIn1904,
    strings: await readStrings(path, part("xl/sharedStrings.xml")),
    styles: await readStyles(path, part("xl/styles.xml")),
  };
}

/** Tells a listener of a part of the workbook, from its beginning to its end. */
async function readPart(path: string, entry: ZipEntry | undefined, listener: Partial<XmlListener>): Promise<void> {
  if (!entry) return;
  const ignore = () => undefined;
  const reader = xmlReader({ open: ignore, close: ignore, text: ignore, ...listener });
  const stream = await openZipEntry(path, entry);
  stream.setEncoding("utf8");
  for await (const piece of stream as AsyncIterable<string>) reader.write(piece);
  reader.end();
}

async function readSheetList(path: string, entry: ZipEntry | undefined) {
  let sheetId = "";
  let startsIn1904 = false;
  await readPart(path, entry, {
    open(name, attributes) {
      const hidden = (attribute(attributes, "state") ?? "visible") !== "visible";
      if (name === "sheet" && sheetId === "" && !hidden) sheetId = attribute(attributes, "id") ?? "";
      if (name === "workbookPr") startsIn1904 = /^(1|true)$/.test(attribute(attributes, "date1904") ?? "");
    },
  });
  return { sheetId, startsIn1904 };
}

async function readTarget(path: string, entry: ZipEntry | undefined, sheetId: string): Promise<string> {
  let target = "worksheets/sheet1.xml";
  await readPart(path, entry, {
    open(name, attributes) {
      if (name !== "Relationship" || attribute(attributes, "Id") !== sheetId) return;
      target = attribute(attributes, "Target") ?? target;
    },
  });
  return target;
}

async function readStrings(path: string, entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = [];
  let [text, depth, phonetic, total] = ["", 0, false, 0];
  await readPart(path, entry, {
    open(name) {
      if (name === "si") text = "";
      if (name === "t") depth += 1;
      // How Japanese writing is read aloud; no part of the text.
      if (name === "rPh") phonetic = true;
    },
    text(piece) {
      if (depth > 0 && !phonetic) text += piece;
    },
    close(name) {
      if (name === "t") depth -= 1;
      if (name === "rPh") phonetic = false;
      if (name !== "si") return;
      total += text.length + 8;
      if (total > mostSharedCharacters) throw new XmlError("Too many shared texts");
      strings.push(text);
    },
  });
  return strings;
}

async function readStyles(path: string, entry: ZipEntry | undefined): Promise<NumberStyle[]> {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  await readPart(path, entry, {
    open(name, attributes) {
      if (name === "cellXfs") inCells = true;
      if (name === "numFmt") {
        formats.set(Number(attribute(attributes, "numFmtId")), attribute(attributes, "formatCode") ?? "");
      }
      if (name !== "xf" || !inCells) return;
      const id = Number(attribute(attributes, "numFmtId") ?? 0);
      styles.push(numberStyleOf(id, formats.get(id)));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

/** A cell's text: shared, inline, a number, a date (`2026-11-20`), or true and false. */
export function textOfCell(workbook: Workbook, cell: { type: string; style: number; value: string }): string {
  if (cell.type === "s") return workbook.strings[Number(cell.value)] ?? "";
  if (cell.type === "e") return "";
  if (cell.type === "b") return cell.value === "1" ? "TRUE" : "FALSE";
  if (cell.type === "inlineStr" || cell.type === "str" || cell.type === "d") return cell.value;
  return cellText(cell.value, workbook.styles[cell.style] ?? "number", workbook.startsIn1904);
}
