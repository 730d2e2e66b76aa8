import { describe, expect, it } from "vitest";
import { type Column, firstChoice, movedOrder, orderedColumns, parseChoice, shownColumns } from "./column.ts";

const column = (key: string, more: Partial<Column<string>> = {}): Column<string> => ({
  key,
  title: key,
  width: 100,
  render: (row) => row,
  ...more,
});
const columns = [
  column("name", { frozen: true }),
  column("phone"),
  column("email", { hiddenAtFirst: true }),
  column("status"),
];
const keys = (list: Column<string>[]) => list.map(({ key }) => key);

describe("columns", () => {
  it("hides at first what is meant to be hidden", () => {
    expect(keys(shownColumns(columns, firstChoice(columns)))).toEqual(["name", "phone", "status"]);
  });

  it("keeps frozen columns in front and never hides them", () => {
    const choice = { order: ["status", "name", "phone"], hidden: ["name"] };
    expect(keys(shownColumns(columns, choice))).toEqual(["name", "status", "phone", "email"]);
  });

  it("puts columns that are newer than the choice last and drops unknown ones", () => {
    expect(keys(orderedColumns(columns, { order: ["gone", "status"], hidden: [] }))).toEqual([
      "name",
      "status",
      "phone",
      "email",
    ]);
  });

  it("moves a column by one place, but not past a frozen one", () => {
    const choice = firstChoice(columns);
    expect(movedOrder(columns, choice, "status", -1)).toEqual(["name", "phone", "status", "email"]);
    expect(movedOrder(columns, choice, "phone", -1)).toEqual(["name", "phone", "email", "status"]);
    expect(movedOrder(columns, choice, "status", 1)).toEqual(["name", "phone", "email", "status"]);
  });

  it.each([null, "", "{}", "[]", '{"order":[1],"hidden":[]}', "nonsense"])("does not trust a stored %j", (stored) => {
    expect(parseChoice(stored)).toBeNull();
  });
});
