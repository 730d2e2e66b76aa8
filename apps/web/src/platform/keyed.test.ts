import { expect, test } from "vitest";
import { keyed } from "./keyed.ts";

test("equal items have different keys, and keep them when items are added", () => {
  const keys = (items: string[]) => keyed(items, (item) => item).map(({ key }) => key);
  expect(keys(["a", "b", "a"])).toEqual(["a 0", "b 0", "a 1"]);
  expect(keys(["b", "a", "c", "a"])).toEqual(["b 0", "a 0", "c 0", "a 1"]);
});
