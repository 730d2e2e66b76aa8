import { describe, expect, it } from "vitest";
import type { Column } from "./column.ts";
import { nextEditable, stepOf } from "./grid-steps.ts";

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });
const grid = { rows: 30, columns: ["name", "status", "sales"] };

describe("moving through a grid", () => {
  it.each([
    ["ArrowDown", { row: 3, column: "status" }],
    ["ArrowUp", { row: 1, column: "status" }],
    ["PageDown", { row: 12, column: "status" }],
    ["PageUp", { row: 0, column: "status" }],
    ["ArrowRight", { row: 2, column: "sales" }],
    ["ArrowLeft", { row: 2, column: "name" }],
    ["Home", { row: 2, column: "name" }],
    ["End", { row: 2, column: "sales" }],
  ])("goes on %s", (key, place) => {
    expect(stepOf(press(key), { row: 2, column: "status" }, grid)).toEqual(place);
  });

  it("goes to the corners with the control key and stops at the edges", () => {
    expect(stepOf(press("End", true), { row: 2, column: "name" }, grid)).toEqual({ row: 29, column: "sales" });
    expect(stepOf(press("Home", true), { row: 2, column: "sales" }, grid)).toEqual({ row: 0, column: "name" });
    expect(stepOf(press("ArrowRight"), { row: 2, column: "sales" }, grid)).toEqual({ row: 2, column: "sales" });
    expect(stepOf(press("ArrowDown"), { row: 29, column: "sales" }, grid)).toEqual({ row: 29, column: "sales" });
  });

  it("moves by rows if there are no cells", () => {
    expect(stepOf(press("ArrowDown"), { row: 2, column: null }, { ...grid, columns: [] })).toEqual({
      row: 3,
      column: null,
    });
    expect(stepOf(press("ArrowRight"), { row: 2, column: null }, { ...grid, columns: [] })).toBeUndefined();
    expect(stepOf(press("a"), { row: 2, column: "name" }, grid)).toBeUndefined();
  });
});

describe("moving on to the next editable cell", () => {
  const column = (key: string, editable: (row: string) => boolean): Column<string> => ({
    key,
    title: key,
    width: 100,
    render: (row) => row,
    edit: (row) => (editable(row) ? () => null : undefined),
  });
  const columns = [
    column("name", () => true),
    column("count", () => false),
    column("status", (row) => row !== "theirs"),
  ];

  it("skips read-only cells, and continues in the next row", () => {
    expect(nextEditable(["mine", "mine"], columns, { row: 0, column: "name" }, 1)).toEqual({
      row: 0,
      column: "status",
    });
    expect(nextEditable(["mine", "mine"], columns, { row: 0, column: "status" }, 1)).toEqual({
      row: 1,
      column: "name",
    });
    expect(nextEditable(["mine", "mine"], columns, { row: 1, column: "name" }, -1)).toEqual({
      row: 0,
      column: "status",
    });
    expect(nextEditable(["theirs", "mine"], columns, { row: 0, column: "name" }, 1)).toEqual({
      row: 1,
      column: "name",
    });
  });

  it("stays at the end of the list", () => {
    expect(nextEditable(["mine"], columns, { row: 0, column: "status" }, 1)).toBeUndefined();
    expect(nextEditable(["mine"], columns, { row: 0, column: "name" }, -1)).toBeUndefined();
  });
});
