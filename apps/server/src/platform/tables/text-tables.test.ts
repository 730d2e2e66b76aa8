import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, readBytes } from "./for-tests.ts";
import { cleanCell, columnNames, neutralized, unmarked } from "./table-cells.ts";
import { encodingOf } from "./text-encoding.ts";
import { csvStream } from "./write-csv.ts";

/** "姓名,電郵\r\n王小明,ming@x.test\r\n" in Big5, and its like in GB18030, as bytes. */
const big5 = Buffer.from("a96da657", "hex");
const big5Table = Buffer.concat([
  big5,
  Buffer.from(","),
  Buffer.from("b971b66c", "hex"),
  Buffer.from("\r\n"),
  Buffer.from("a4fda470a9fa", "hex"),
  Buffer.from(",ming@x.test\r\n"),
]);
const gbTable = Buffer.concat([
  Buffer.from("d0d5c3fb", "hex"),
  Buffer.from(";"),
  Buffer.from("d3cacfe4", "hex"),
  Buffer.from("\n"),
  Buffer.from("cdf5d0a1c3f7", "hex"),
  Buffer.from(";ming@x.test\n"),
]);

const cells = (table: Awaited<ReturnType<typeof readBytes>>) => table.rows.map((row) => row.cells);

describe("the encoding of a text table", () => {
  test("Big5 and GB18030 are told apart, with their delimiters", async () => {
    const taiwan = await readBytes(big5Table);
    expect(taiwan).toMatchObject({ encoding: "big5", delimiter: ",", columns: ["姓名", "電郵"] });
    expect(cells(taiwan)).toEqual([["王小明", "ming@x.test"]]);
    const mainland = await readBytes(gbTable);
    expect(mainland).toMatchObject({ encoding: "gb18030", delimiter: ";", columns: ["姓名", "邮箱"] });
    expect(cells(mainland)).toEqual([["王小明", "ming@x.test"]]);
  });

  test("UTF-8 with and without its mark, and UTF-16 both ways", async () => {
    const text = "姓名\t電話\n王小明\t0912\n";
    const wide = Buffer.from(text, "utf16le");
    const swapped = Buffer.from(wide).swap16();
    const found = [
      await readBytes(text),
      await readBytes(`\ufeff${text}`),
      await readBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])),
      await readBytes(Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])),
      await readBytes(wide),
    ];
    expect(found.map(({ encoding }) => encoding)).toEqual(["utf-8", "utf-8", "utf-16le", "utf-16be", "utf-16le"]);
    for (const table of found) {
      expect(table.columns).toEqual(["姓名", "電話"]);
      expect(cells(table)).toEqual([["王小明", "0912"]]);
    }
  });

  test("can be chosen by a person", async () => {
    const table = await readBytes(big5Table, { encoding: "gb18030", delimiter: ";" });
    expect(table).toMatchObject({ encoding: "gb18030", delimiter: ";" });
    expect(table.columns).toHaveLength(1);
  });

  test("a character that the sample cuts in two does not make it another encoding", () => {
    const bytes = Buffer.from("王小明".repeat(3));
    expect(encodingOf(bytes.subarray(0, bytes.length - 1), false)).toBe("utf-8");
    expect(encodingOf(bytes.subarray(0, bytes.length - 1), true)).not.toBe("utf-8");
  });
});

describe("badly made tables", () => {
  test("cells with line breaks, quotes, short and long rows, empty lines: rows are counted as a spreadsheet does", async () => {
    const table = await readBytes('\n"a","b"\n"one\ntwo","say ""hi"""\n\nshort\n1,2,3\n,,\nx 5" pipe,y\n');
    expect(table.columns).toEqual(["a", "b"]);
    expect(cells(table)).toEqual([
      ["one\ntwo", 'say "hi"'],
      ["short", ""],
      ["1", "2"],
      ['x 5" pipe', "y"],
    ]);
    expect(table.rows.map((row) => row.number)).toEqual([3, 5, 6, 8]);
  });

  test("delimiters inside quotes do not count", async () => {
    const table = await readBytes('name;note\n"A";"a, b, c, d"\n"B";"e, f, g"\n');
    expect(table).toMatchObject({ delimiter: ";", columns: ["name", "note"] });
  });

  test("headings: repeated ones are numbered, empty ones called by their place", () => {
    expect(columnNames(["電話", " 電話 ", "", "a\nb"])).toEqual(["電話", "電話 (2)", "#3", "a b"]);
  });

  test("columns beyond the 200th are left out, as in workbooks", async () => {
    const line = "a,".repeat(5000);
    const table = await readBytes(`${line}\n${line}\n`);
    expect(table.columns).toHaveLength(200);
    expect(table.rows[0]?.cells).toHaveLength(200);
  });

  test("control characters and NULs are removed, and endless cells are cut", () => {
    expect(cleanCell("a\u0000b\u0007\tc\u200b\r\nd ")).toBe("ab c\nd");
    expect(cleanCell("x".repeat(20_000))).toHaveLength(10_000);
  });

  test("nothing, a heading alone, and a quote that is never closed", async () => {
    await expect(readBytes("")).rejects.toMatchObject({ code: "IMPORT_FILE_EMPTY" });
    await expect(readBytes("\n\n ,\n")).rejects.toMatchObject({ code: "IMPORT_FILE_EMPTY" });
    expect((await readBytes("a,b\n")).rows).toEqual([]);
    const unclosed = (line: number) => ({ code: "IMPORT_QUOTE_NOT_CLOSED", data: { line } });
    await expect(readBytes('a,b\n1,"two\nlines"\n"never closed,1\n2,3\n')).rejects.toMatchObject(unclosed(4));
    await expect(readBytes(`a\n1\n"${"x\n".repeat(1_000_000)}`)).rejects.toMatchObject(unclosed(3));
    await expect(readBytes(`a\n${"x".repeat(2_000_000)}`)).rejects.toMatchObject({ code: "WRONG_FILE_FORMAT" });
  });

  test("100,000 rows are read, one more is refused", async () => {
    const rows = "1,2\n".repeat(100_000);
    expect((await readBytes(`a,b\n${rows}`)).rows).toHaveLength(100_000);
    await expect(readBytes(`a,b\n${rows}1,2\n`)).rejects.toMatchObject({ code: "IMPORT_FILE_TOO_MANY_ROWS" });
  });
});

describe("formulas", () => {
  test("formulas are marked as text; phone numbers and signed numbers stay readable", () => {
    expect(["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3*cell", "\t=1", "'=1"].map(neutralized)).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "'+cmd|' /C calc'!A0",
      "'-2+3*cell",
      "'\t=1",
      "''=1",
    ]);
    for (const plain of ["+852 9123 4567", "-12.5", "+886(2)1234-5678", "王小明", "a=b", "'tis"]) {
      expect(neutralized(plain)).toBe(plain);
    }
  });

  test("marking and unmarking returns the original text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(unmarked(neutralized(text))).toBe(text);
      }),
    );
  });
});

test("any CSV is read back as written", async () => {
  const cell = fc.string({ unit: fc.constantFrom(..."aB3=+-@'\"\n,;\t |王陳<&é😀".match(/./gsu)!), maxLength: 12 });
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const written = await allOf<Buffer>(csvStream(["一", "二", "三"], rows));
      const read = await readBytes(Buffer.concat(written), { delimiter: "," });
      expect(read).toMatchObject({ encoding: "utf-8", columns: ["一", "二", "三"] });
      const expected = rows.map((row) => row.map((text) => cleanCell(neutralized(text))));
      expect(cells(read)).toEqual(expected.filter((row) => row.some((text) => text !== "")));
    }),
    { numRuns: 60 },
  );
});

test("a source that fails breaks the stream", async () => {
  async function* rows(): AsyncGenerator<string[]> {
    yield ["1"];
    throw new Error("gone");
  }
  await expect(allOf(csvStream(["a"], rows()))).rejects.toThrow("gone");
});
