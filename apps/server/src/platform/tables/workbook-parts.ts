import { xmlText } from "./xml-text.ts";

/** The layout of a sheet, besides its cells. */
export interface SheetLook {
  /** Widths of the columns in characters; 16 by default. */
  readonly widths?: readonly number[];
  readonly columns: readonly string[];
  /** Columns that offer a list to choose from, by position. */
  readonly choices?: ReadonlyMap<number, readonly string[]>;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaging = "http://schemas.openxmlformats.org/package/2006";
const documents = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The part that lists the content types of the others. */
export function contentTypes(sheetCount: number): string {
  const sheets = numbers(sheetCount).map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${documents}.worksheet+xml"/>`,
  );
  return (
    `${declaration}<Types xmlns="${packaging}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${documents}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${documents}.styles+xml"/>${sheets.join("")}</Types>`
  );
}

/** The relationships between the parts. */
export const workbookRels = {
  root:
    `${declaration}<Relationships xmlns="${packaging}/relationships">` +
    `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  sheets: (count: number) =>
    `${declaration}<Relationships xmlns="${packaging}/relationships">${numbers(count)
      .map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
      .join("")}<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
};

/** The list of sheets. Characters that spreadsheets forbid are removed from their names. */
export function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, at) => {
    const allowed = name.replace(/[[\]*?:/\\]/g, " ").slice(0, 31) || `Sheet${at + 1}`;
    return `<sheet name="${xmlText(allowed)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`;
  });
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join("")}</sheets></workbook>`;
}

/** Style 1 is the heading, bold; style 2 is text ("@"), which spreadsheets keep as text when somebody types over it. */
export const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>" +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** The XML before a sheet's rows: the heading is frozen, empty columns are text too. */
export function sheetStart({ columns, widths = [] }: SheetLook): string {
  const columnXml = columns.map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[at] ?? 16}" style="2" customWidth="1"/>`,
  );
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${columnXml.length > 0 ? `<cols>${columnXml.join("")}</cols>` : ""}<sheetData>`
  );
}

/** The XML after a sheet's rows: the lists to choose from, as far as they fit (255 characters). */
export function sheetEnd({ choices }: SheetLook): string {
  const lists = [...(choices ?? [])].flatMap(([at, values]) => {
    const list = values.map((value) => value.replaceAll(",", " ")).join(",");
    if (at > 25 || list.length > 250 || values.length === 0) return [];
    const column = String.fromCharCode(65 + at);
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${column}2:${column}1000">` +
        `<formula1>${xmlText(`"${list.replaceAll('"', '""')}"`)}</formula1></dataValidation>`,
    ];
  });
  const xml = lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>` : "";
  return `</sheetData>${xml}</worksheet>`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
