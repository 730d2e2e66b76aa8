import { RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { placeBehind, queryOf, sortOf } from "./product-form.ts";

const [a, b, c] = [1, 2, 3].map((n) => RecordId.parse(`01a20651-504f-7009-a519-73eb0d210c0${n}`)) as [
  RecordId,
  RecordId,
  RecordId,
];

test.each([
  [{ from: 2, to: 0 }, null],
  [{ from: 2, to: 1 }, a],
  [{ from: 0, to: 1 }, b],
  [{ from: 0, to: 9 }, c],
  [{ from: 1, to: 1 }, undefined],
  [{ from: 0, to: -1 }, undefined],
])("a product moved %o stands behind %s", (move, behind) => {
  expect(placeBehind([a, b, c], move)).toBe(behind);
});

test("the request has no unknown values", () => {
  expect(queryOf({ status: ["sold"], type: ["x"] }, "")).toEqual({});
  expect(queryOf({ status: ["inactive"], type: [a] }, "鋼琴")).toEqual({
    keywords: "鋼琴",
    status: "inactive",
    type: [a],
  });
});

test.each([
  ["price", { key: "price", descending: false }],
  ["-updateTime", { key: "updateTime", descending: true }],
  ["sort", undefined],
  ["nonsense", undefined],
  [null, undefined],
])("an address with the order %s asks for %o", (text, expected) => {
  expect(sortOf(text)).toEqual(expected);
});
