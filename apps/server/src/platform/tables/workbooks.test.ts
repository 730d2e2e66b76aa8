import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { readBytes, readWorkbookOf, zipOf } from "./for-tests.ts";
import { workbookType } from "./read-table.ts";
import { cleanCell } from "./table-cells.ts";
import type { TableCell } from "./write-csv.ts";
import { type NewSheet, workbookStream } from "./write-workbook.ts";
import { cellText, numberStyleOf } from "./xlsx-parts.ts";

const format = { contentType: workbookType };
const written = (...sheets: NewSheet[]) => buffer(workbookStream(sheets));
const sheet = (rows: TableCell[][], more: Partial<NewSheet> = {}): NewSheet => ({
  name: "員工",
  columns: ["暱稱", "電話", "備註"],
  rows,
  ...more,
});

describe("workbooks that we write", () => {
  test("are read by another program, every cell a text", async () => {
    const rows = [["王小明", "0912345678", "=1+1 <b>&\"'\n第二行"]];
    const choices = new Map([[2, ["男", "女, 或", '"x"']]]);
    const file = await written(sheet(rows, { choices, widths: [30] }), sheet([["a", "b", "c"]], { name: "說明[1]/2" }));
    const read = await readXlsxFile(file);
    expect(read.map(({ sheet: name }) => name)).toEqual(["員工", "說明 1  2"]);
    expect(read[0]?.data).toEqual([["暱稱", "電話", "備註"], ...rows]);
  });

  test("contain numeric cells, and texts that look like numbers", async () => {
    const rows = [
      ["0912345678", 1200.5, -80],
      ["", 0, ""],
    ];
    const [read] = await readXlsxFile(await written(sheet(rows)));
    expect(read?.data.slice(1)).toEqual([
      ["0912345678", 1200.5, -80],
      [null, 0, null],
    ]);
  });

  test("are read back as they were, with any contents", async () => {
    const cell = fc.string({ unit: "binary", maxLength: 20 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const read = await readBytes(await written(sheet(given)), format);
        const expected = given.map((row) =>
          row.map((text) => cleanCell(text.toWellFormed().replace(/[\ufffe\uffff]/g, ""))),
        );
        expect(read.rows.map(({ cells }) => cells)).toEqual(expected.filter((row) => row.some((text) => text !== "")));
      }),
      { numRuns: 60 },
    );
  });

  test("a source that fails breaks the stream", async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ["1"];
      throw new Error("gone");
    }
    await expect(written({ name: "x", columns: ["a"], rows: rows() })).rejects.toThrow("gone");
  });
});

const xml = '<?xml version="1.0"?>';
const book = (sheets = '<sheet name="A" sheetId="1" r:id="rId1"/>') => ({
  "xl/workbook.xml": `${xml}<x:workbook xmlns:x="m"><x:sheets>${sheets.replaceAll("<sheet", "<x:sheet")}</x:sheets></x:workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/a.xml"/><Relationship Id="rId2" Target="/xl/worksheets/b.xml"/></Relationships>`,
});
const rowsXml = (rows: string) => `${xml}<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe("workbooks that others write", () => {
  test("shared and formatted texts, numbers, dates, truths, errors, gaps, and the first visible sheet", async () => {
    const table = await readWorkbookOf({
      ...book('<sheet name="hidden" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/>'),
      "xl/sharedStrings.xml":
        "<sst><si><t>暱稱</t></si><si><r><t>電</t></r><r><t xml:space='preserve'>話 </t></r><rPh><t>ignored</t></rPh></si><si><t>A &amp; B &#x738B;</t></si></sst>",
      "xl/styles.xml":
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="[$-404]e/m/d;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>',
      "xl/worksheets/a.xml": rowsXml("<row><c><v>no</v></c></row>"),
      "xl/worksheets/b.xml": rowsXml(
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><t>生日</t></is></c></row>' +
          '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="2"><v>9123456</v></c><c r="D4" s="1"><v>36526</v></c></row>' +
          '<row r="5"><c r="A5" t="str"><f>A1</f><v>算出</v></c><c r="B5"><v>8.5291234567E10</v></c><c r="D5" s="3"><v>45000.5</v></c></row>' +
          '<row r="6"><c r="A6" t="e"><v>#REF!</v></c><c r="B6" t="b"><v>1</v></c></row><row r="7"/>',
      ),
    });
    expect(table.columns).toEqual(["暱稱", "電話", "#3", "生日"]);
    expect(table.rows).toEqual([
      { number: 4, cells: ["A & B 王", "09123456", "", "2000-01-01"] },
      { number: 5, cells: ["算出", "85291234567", "", "2023-03-15 12:00"] },
      { number: 6, cells: ["", "TRUE", "", ""] },
    ]);
  });

  test("rows whose numbers repeat, go back or are impossible are read in their order, with numbers of their own", async () => {
    const numbers = ["1", "9", "9", "4", "1e999", "3.5", "99999999999", "20"];
    const rows = numbers.map((number, at) => `<row r="${number}"><c><v>${at}</v></c></row>`);
    const table = await readWorkbookOf({ ...book(), "xl/worksheets/a.xml": rowsXml(rows.join("")) });
    expect(table.rows.map(({ number, cells: [cell] }) => `${number}: ${cell}`)).toEqual([
      ...["9: 1", "10: 2", "11: 3", "12: 4", "13: 5", "14: 6", "20: 7"],
    ]);
  });

  test("number formats: dates, times, digits, and plain numbers without exponents", () => {
    expect(numberStyleOf(0)).toBe("number");
    expect(numberStyleOf(170, 'yyyy"年"m"月"d"日"')).toBe("date");
    expect(numberStyleOf(170, "[h]:mm")).toBe("time");
    expect(numberStyleOf(170, "#,##0.00_);[Red](#,##0.00)")).toBe("number");
    expect(numberStyleOf(170, "0000")).toEqual({ digits: 4 });
    // A long one costs no time: no spreadsheet writes one.
    expect(numberStyleOf(170, "[".repeat(900_000))).toBe("number");
    expect(cellText("1e20", "number")).toBe("100000000000000000000");
    expect(cellText("0.1", "number")).toBe("0.1");
    expect(cellText("0.75", "time")).toBe("18:00");
    expect(cellText("59", "date")).toBe("1900-02-28");
    expect(cellText("61", "date")).toBe("1900-03-01");
    expect(cellText("0", "date", true)).toBe("1904-01-01");
    expect(cellText("7", { digits: 3 })).toBe("007");
  });
});

describe("invalid workbooks", () => {
  const refused = { code: "WRONG_FILE_FORMAT" };

  test.each<[string, () => Buffer]>([
    ["nothing", () => Buffer.alloc(0)],
    ["noise", () => randomBytes(5000)],
    ["a zip without a sheet", () => zipOf({ "a.txt": "x" })],
    [
      "a document type",
      () => zipOf({ ...book(), "xl/worksheets/a.xml": '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>' }),
    ],
    [
      "a tag that never ends",
      () => zipOf({ ...book(), "xl/worksheets/a.xml": `<worksheet><row ${"x".repeat(2_000_000)}` }),
    ],
    ["an end that is missing", () => zipOf({ ...book(), "xl/worksheets/a.xml": "<worksheet><sheetData><row><c" })],
  ])("%s", async (_name, bytes) => {
    await expect(readBytes(bytes(), format)).rejects.toMatchObject(refused);
  });

  test("a truncated one is refused or partly read, and never hangs", async () => {
    const whole = await written(sheet(Array.from({ length: 50 }, (_, at) => [`n${at}`, "1", "2"])));
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 40)) {
      await expect(readBytes(whole.subarray(0, length), format)).rejects.toMatchObject(refused);
    }
  });

  test("a damaged one is refused or read", async () => {
    const whole = await written(sheet([["a", "b", "c"]]));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        const result = await readBytes(damaged, format).then(
          () => "read",
          (error: { code?: string }) => error.code,
        );
        expect(["read", "WRONG_FILE_FORMAT", "IMPORT_FILE_EMPTY"]).toContain(result);
      }),
      { numRuns: 150 },
    );
  });

  test("one that claims a list of 4 GB asks for no memory", async () => {
    const whole = zipOf(book());
    whole.writeUInt32LE(0xfffffff0, whole.length - 10);
    await expect(readBytes(whole, format)).rejects.toMatchObject(refused);
  });

  test("cells in very distant columns are left out", async () => {
    const table = await readWorkbookOf({
      ...book(),
      "xl/worksheets/a.xml": rowsXml(
        '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row><c r="ZZZ9"><v>5</v></c><c r="A9"><v>7</v></c></row>',
      ),
    });
    expect(table).toMatchObject({ columns: ["1"], rows: [{ cells: ["7"] }] });
  });
});
