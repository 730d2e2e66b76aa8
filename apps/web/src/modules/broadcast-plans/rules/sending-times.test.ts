import { expect, test } from "vitest";
import { daysAtLimit, goodTimes } from "./sending-times.ts";

test.each([
  ["2026-11-25T02:00:00Z", ["2026-11-25T04:00:00.000Z", "2026-11-25T11:00:00.000Z"]],
  ["2026-11-25T03:55:00Z", ["2026-11-25T11:00:00.000Z", "2026-11-26T04:00:00.000Z"]],
  ["2026-11-25T14:00:00Z", ["2026-11-26T04:00:00.000Z", "2026-11-26T11:00:00.000Z"]],
])("at %s in Taipei the good times are %j", (now, expected) => {
  expect(goodTimes(new Date(now), "Asia/Taipei").map((time) => time.toISOString())).toEqual(expected);
});

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
