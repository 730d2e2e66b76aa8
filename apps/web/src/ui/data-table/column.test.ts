import { describe, expect, it } from "vitest";
import {
  type Column,
  type ColumnChoice,
  firstChoice,
  movedBy,
  movedTo,
  orderedColumns,
  parseChoice,
  shownColumns,
  withPinned,
  withWidth,
} from "./column.ts";
import { choiceOfText, choiceText } from "./column-text.ts";

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
const chosen = (more: Partial<ColumnChoice>): ColumnChoice => ({ ...firstChoice(columns), ...more });
const keys = (list: Column<string>[]) => list.map(({ key }) => key);

describe("columns", () => {
  it("hides columns that are hidden by default", () => {
    expect(keys(shownColumns(columns, firstChoice(columns)))).toEqual(["name", "phone", "status"]);
  });

  it("keeps frozen columns in front and never hides them", () => {
    const choice = chosen({ order: ["status", "name", "phone"], hidden: ["name"] });
    expect(keys(shownColumns(columns, choice))).toEqual(["name", "status", "phone", "email"]);
  });

  it("appends columns that are newer than the choice and drops unknown ones", () => {
    expect(keys(orderedColumns(columns, chosen({ order: ["gone", "status"], hidden: [] })))).toEqual([
      "name",
      "status",
      "phone",
      "email",
    ]);
  });

  it("moves a column by one place, but not past a frozen one", () => {
    const choice = firstChoice(columns);
    expect(movedBy(columns, choice, "status", -1).order).toEqual(["name", "phone", "status", "email"]);
    expect(movedBy(columns, choice, "phone", -1)).toEqual(choice);
    expect(movedBy(columns, choice, "status", 1)).toEqual(choice);
  });

  it("keeps pinned columns behind the frozen ones, and pins what is moved among them", () => {
    const pinned = withPinned(firstChoice(columns), "status", true);
    expect(keys(shownColumns(columns, pinned))).toEqual(["name", "status", "phone"]);
    expect(shownColumns(columns, pinned)[1]?.frozen).toBe(true);
    const moved = movedTo(columns, pinned, "phone", "status");
    expect(keys(shownColumns(columns, moved))).toEqual(["name", "phone", "status"]);
    expect(moved.pinned).toEqual(["status", "phone"]);
    expect(withPinned(moved, "status", false).pinned).toEqual(["phone"]);
  });

  it("makes a column as wide as chosen, within bounds", () => {
    const wide = shownColumns([column("a", { grow: true })], withWidth(firstChoice(columns), "a", 333.4));
    expect(wide[0]).toMatchObject({ width: 333, grow: false });
    expect(withWidth(firstChoice(columns), "a", 1).widths).toEqual({ a: 64 });
  });

  it("reads a choice from before widths and pins existed", () => {
    expect(parseChoice('{"order":["name"],"hidden":[]}')).toEqual({
      order: ["name"],
      hidden: [],
      widths: {},
      pinned: [],
    });
  });

  it("is written into an address and read from it", () => {
    const choice = withWidth(withPinned(chosen({ hidden: ["email"] }), "status", true), "phone", 180);
    const text = choiceText(columns, choice);
    expect(text).toBe("name_*status_phone.180");
    const read = choiceOfText(columns, text);
    expect(read && shownColumns(columns, read)).toEqual(shownColumns(columns, choice));
    expect(read && choiceText(columns, read)).toBe(text);
  });

  it.each([null, "", "gone", "*", "..._", "<script>"])("reads nothing from the text %j", (text) => {
    expect(choiceOfText(columns, text)).toBeNull();
  });

  it.each([null, "", "{}", "[]", '{"order":[1],"hidden":[]}', "nonsense", '{"order":[],"hidden":[],"widths":[]}'])(
    "does not trust a stored %j",
    (stored) => {
      expect(parseChoice(stored)).toBeNull();
    },
  );
});
