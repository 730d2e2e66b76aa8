import { describe, expect, it, test } from "vitest";
import { fromMicros, isStartTime, levelReached, readNumbers, refusalToCancel, toMicros } from "./plan-rules.ts";

test("numbers are read line by line, and invalid ones are named", () => {
  const text = "+852 9123 4567\r\n852-91234567\n\n886912345678\n12345\n香港\n";
  expect(readNumbers(text)).toEqual({
    numbers: ["85291234567", "886912345678"],
    duplicates: 1,
    errors: [
      { line: 5, text: "12345" },
      { line: 6, text: "香港" },
    ],
  });
});

test("prices keep six decimals", () => {
  expect(fromMicros(toMicros(0.0732))).toBe(0.0732);
  expect(toMicros(0.1 + 0.2)).toBe(300_000);
});

describe("time", () => {
  const now = new Date("2026-11-23T08:00:00Z");
  const inMinutes = (count: number) => new Date(now.getTime() + count * 60_000);
  it.each([
    [null, true],
    [inMinutes(10), true],
    [inMinutes(9.99), false],
    [inMinutes(-1), false],
  ])("a start at %s is taken: %s", (at, taken) => expect(isStartTime(at, now)).toBe(taken));
  it.each([
    ["pending", inMinutes(5), null],
    ["pending", inMinutes(4.9), "PLAN_CANCEL_TOO_LATE"],
    ["running", inMinutes(60), "PLAN_STATE_NOT_CANCELLABLE"],
    ["draft", null, "PLAN_STATE_NOT_CANCELLABLE"],
    ["cancelled", null, "done"],
  ] as const)("%s at %s: %s", (state, schedule_at, refusal) =>
    expect(refusalToCancel({ state, schedule_at }, now)).toBe(refusal),
  );
});

test.each([
  { before: 0, after: 79, level: null },
  { before: 79, after: 80, level: 80 },
  { before: 80, after: 94, level: null },
  { before: 10, after: 120, level: 95 },
  { before: 95, after: 100, level: null },
])("use of a limit of 100 from $before to $after reaches the level $level", ({ before, after, level }) => {
  expect(levelReached({ levels: [80, 95], limit: 100, before, after })).toBe(level);
});
