import { describe, expect, it } from "vitest";
import type { Column } from "./column.ts";
import { blockOf, maxPasted, pastedBlock } from "./paste.ts";

describe("a pasted text", () => {
  it.each([
    ["VIP", [["VIP"]]],
    [
      "a\tb\nc\td\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\r\n\r\nb", [["a"], [""], ["b"]]],
    [
      '"two\nlines"\t"a ""word"""\nx\t',
      [
        ["two\nlines", 'a "word"'],
        ["x", ""],
      ],
    ],
    ['5" pipe\t"open', [['5" pipe', '"open']]],
    ["", [[""]]],
    ["\n\n", [[""], [""]]],
  ])("%j is read as a spreadsheet wrote it", (text, block) => expect(blockOf(text)).toEqual(block));
});

describe("what a paste fills", () => {
  const column = (key: string, editable: boolean): Column<string> => ({
    key,
    title: key.toUpperCase(),
    width: 100,
    render: (row) => row,
    ...(editable && { edit: (row: string) => (row === "theirs" ? undefined : () => null) }),
  });
  const columns = [column("name", true), column("count", false), column("school", true)];
  const rows = ["a", "b", "theirs", "d"];
  const fill = (text: string, row: number, key: string, selected: number[] = []) =>
    pastedBlock(blockOf(text), { rows, columns, place: { row, column: key }, selected });

  it("is the cells below and to the right, except read-only ones", () => {
    expect(fill("A\t1\tX\nB\t2\tY", 0, "name")).toEqual({
      cells: [
        { row: "a", column: "name", text: "A" },
        { row: "a", column: "school", text: "X" },
        { row: "b", column: "name", text: "B" },
        { row: "b", column: "school", text: "Y" },
      ],
      readOnly: { count: 2, titles: ["COUNT"] },
      leftOver: 0,
    });
    expect(fill("x\ny", 1, "name")).toMatchObject({ cells: [{ row: "b" }], readOnly: { count: 1, titles: ["NAME"] } });
  });

  it("ends with the list and reports what was left over", () => {
    expect(fill("x\ny\nz", 3, "school")).toMatchObject({ cells: [{ row: "d" }], leftOver: 2 });
    expect(fill("x\ty", 0, "school")).toMatchObject({ cells: [{ row: "a" }], leftOver: 1 });
  });

  it("is the selected rows if it starts in one of them", () => {
    expect(fill("x", 0, "school", [0, 3]).cells.map(({ row }) => row)).toEqual(["a", "d"]);
    expect(fill("x\ny\nz", 0, "school", [0, 3])).toMatchObject({
      cells: [
        { row: "a", text: "x" },
        { row: "d", text: "y" },
      ],
      leftOver: 1,
    });
    expect(fill("x", 1, "school", [0, 3]).cells.map(({ row }) => row)).toEqual(["b"]);
  });

  it("fills no more cells than the limit", () => {
    const many = Array.from({ length: maxPasted + 20 }, () => "x");
    const filled = pastedBlock([...many.map((text) => [text])], {
      rows: many,
      columns,
      place: { row: 0, column: "school" },
      selected: [],
    });
    expect(filled.cells).toHaveLength(maxPasted);
    expect(filled.leftOver).toBe(20);
  });
});
