import { expect, test } from "vitest";
import { replyFigures, waitBounds } from "./reply-time.ts";
import { changeRate, daysIn, windowsOf } from "./windows.ts";

function counted(...minutes: number[]) {
  const within = waitBounds.map((bound) => [bound, minutes.filter((wait) => wait < bound).length]);
  return { answers: minutes.length, within: Object.fromEntries(within) };
}

test.each([
  [[], null, 0],
  [[0], 0.5, 1],
  [[6, 6, 6, 6], 6, 4],
  [[1, 14, 600], 12.5, 2],
  [[5000], 2880, 0],
])("of waits of %j minutes the median is about %s, %i of them quick", (minutes, medianMinutes, quick) => {
  expect(replyFigures(counted(...minutes))).toEqual({ answers: minutes.length, medianMinutes, quick });
});

test("windows end today and are as long as those before them, across months and years", () => {
  expect(windowsOf(7, "2026-01-03")).toEqual({
    range: { start: "2025-12-28", end: "2026-01-03" },
    compareRange: { start: "2025-12-21", end: "2025-12-27" },
  });
  expect(daysIn(windowsOf(90, "2026-03-01").range)).toHaveLength(90);
});

test.each([
  [3, 2, 50],
  [0, 4, -100],
  [1, 3, -66.7],
  [5, 0, null],
  [5, null, null],
])("%s after %s is a change of %s percent", (value, before, rate) => {
  expect(changeRate(value, before)).toBe(rate);
});
