import { expect, test } from "vitest";
import { goodTimes } from "./good-times.ts";

test.each([
  ["2026-11-25T02:00:00Z", ["2026-11-25T04:00:00.000Z", "2026-11-25T11:00:00.000Z"]],
  ["2026-11-25T03:55:00Z", ["2026-11-25T11:00:00.000Z", "2026-11-26T04:00:00.000Z"]],
  ["2026-11-25T14:00:00Z", ["2026-11-26T04:00:00.000Z", "2026-11-26T11:00:00.000Z"]],
])("at %s in Taipei the good times are %j", (now, expected) => {
  expect(goodTimes(new Date(now), "Asia/Taipei").map((time) => time.toISOString())).toEqual(expected);
});
