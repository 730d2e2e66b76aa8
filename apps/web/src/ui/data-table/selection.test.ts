import { expect, it } from "vitest";
import { rangeOf, withRows } from "./selection.ts";

it("adds and removes rows", () => {
  const some = withRows({ keys: new Set(["a"]), allMatching: false }, ["b", "c"], true);
  expect([...some.keys]).toEqual(["a", "b", "c"]);
  expect([...withRows(some, ["a", "c"], false).keys]).toEqual(["b"]);
});

it("starts over with single rows after “all matching”", () => {
  const one = withRows({ keys: new Set(["a"]), allMatching: true }, ["b"], true);
  expect(one.allMatching).toBe(false);
  expect([...one.keys]).toEqual(["b"]);
});

it.each([
  ["a", "c", ["a", "b", "c"]],
  ["d", "b", ["b", "c", "d"]],
  [null, "b", ["b"]],
  ["gone", "b", ["b"]],
])("takes the range from %s to %s", (from, to, range) => {
  expect(rangeOf(["a", "b", "c", "d"], from, to)).toEqual(range);
});
