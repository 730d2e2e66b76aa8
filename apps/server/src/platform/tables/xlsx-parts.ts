import { listZipEntries, openZipEntry, withFile, type ZipEntry } from "#platform/files/zip-entries";
import { attribute, XmlError, type XmlListener, xmlReader } from "./xml-tokens.ts";

/** The parts of a workbook that are needed to read its first sheet. */
export interface Workbook {
  readonly path: string;
  readonly sheet: ZipEntry;
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly startsIn1904: boolean;
}

/** Maximum size of a workbook's shared texts; a file with more is an attempt to exhaust memory. */
const maxSharedCharacters = 100_000_000;

/** Opens a workbook at its first visible sheet. Throws XmlError or ZipError if it is not a workbook. */
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

/** Parses a part of the workbook and passes its tokens to a listener. */
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
      // Phonetic guides of Japanese text; not part of the text.
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
      if (total > maxSharedCharacters) throw new XmlError("Too many shared texts");
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

/** How a spreadsheet shows a number: `{ digits: 8 }` means at least eight digits. */
type NumberStyle = "number" | "date" | "time" | { readonly digits: number };

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47]);

/** The spreadsheets' own limit. */
const maxFormatLength = 255;

/** Interprets a number format: dates are numbers too, and so are phone numbers with leading zeros. */
export function numberStyleOf(id: number, code?: string): NumberStyle {
  if (builtInDates.has(id)) return "date";
  if (builtInTimes.has(id)) return "time";
  if (!code || code.length > maxFormatLength) return "number";
  // Colours, conditions and quoted words are not part of the pattern; [h], hours beyond a day, is.
  const pattern = code.replace(/\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|_./gi, "").split(";", 1)[0] ?? "";
  if (/[yd]|m.*m.*m/i.test(pattern)) return "date";
  if (/[hs]/i.test(pattern)) return "time";
  return /^0{2,}$/.test(pattern) ? { digits: pattern.length } : "number";
}

const dayMs = 86_400_000;

/** A number as its format shows it, in plain digits: no exponents; dates as `2026-11-20`, with `09:30` if they have a time. */
export function cellText(value: string, style: NumberStyle, startsIn1904 = false): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (style === "date" || style === "time") return dateText(number, style, startsIn1904);
  const plain = Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number);
  return typeof style === "object" && /^\d+$/.test(plain) ? plain.padStart(style.digits, "0") : plain;
}

function dateText(days: number, style: "date" | "time", startsIn1904: boolean): string {
  if (days < 0 || days > 2_958_466) return String(days);
  // Spreadsheets treat 1900 as a leap year: from March 1900 on their days are one ahead.
  const epoch = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString();
  const hasTime = Math.round((days % 1) * dayMs) >= 1000;
  const time = moment.slice(11, 16);
  if (style === "time" && days < 1) return time;
  return hasTime ? `${moment.slice(0, 10)} ${time}` : moment.slice(0, 10);
}
