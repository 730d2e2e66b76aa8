import { expect, test } from "vitest";
import { daysAtLimit } from "./days-at-limit.ts";

test.each([
  [3000, null, 0, 1],
  [2000, 2000, 0, 1],
  [3000, 2000, 0, 2],
  [2000, 2000, 1, 2],
  [1, 2000, 2500, 2],
  [4001, 2000, 1999, 3],
])("%i people at a limit of %s, %i of it used, take %i days", (count, tier, tierUsed, days) => {
  expect(daysAtLimit({ count, tier, tierUsed })).toBe(days);
});
