import { expect, test } from "vitest";
import { type KnownStep, nextStep, stepOf } from "./review-uses.ts";

test.each([
  [0, 10, 0],
  [79, 100, 0],
  [4, 5, 80],
  [99, 100, 80],
  [100, 100, 100],
  [120, 100, 100],
  [0, 0, 0],
])("%d of %d is at %d percent", (used, limit, step) => {
  expect(stepOf({ used, limit })).toBe(step);
});

/** Looks one after the other; answers the steps that people were notified of. */
function told(looks: readonly [level: 0 | 80 | 100, day: string, period?: string][]): number[] {
  let known: KnownStep | undefined;
  return looks.flatMap(([level, day, period = ""]) => {
    const look = nextStep(known, { level, period, day });
    known = look.known;
    return look.tells ? [level] : [];
  });
}

test.each<[string, Parameters<typeof told>[0], number[]]>([
  [
    "each step once",
    [
      [80, "1"],
      [80, "1"],
      [80, "2"],
      [100, "2"],
      [100, "3"],
    ],
    [80, 100],
  ],
  [
    "both steps at once as the higher one",
    [
      [100, "1"],
      [80, "2"],
    ],
    [100],
  ],
  [
    "again once it was below",
    [
      [80, "1"],
      [0, "2"],
      [80, "3"],
    ],
    [80, 80],
  ],
  [
    "full again once it was not",
    [
      [100, "1"],
      [80, "2"],
      [100, "3"],
    ],
    [100, 100],
  ],
  [
    "once on a day of ups and downs",
    [
      [80, "1"],
      [0, "1"],
      [80, "1"],
      [0, "1"],
      [80, "1"],
    ],
    [80],
  ],
  [
    "the higher step on the same day",
    [
      [80, "1"],
      [0, "1"],
      [100, "1"],
    ],
    [80, 100],
  ],
  [
    "again in another period",
    [
      [100, "1", "2026-01"],
      [100, "1", "2026-02"],
    ],
    [100, 100],
  ],
])("people are notified: %s", (_, looks, steps) => {
  expect(told(looks)).toEqual(steps);
});
