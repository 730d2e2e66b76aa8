import { describe, expect, test } from "vitest";
import { isInternal } from "./present.ts";
import { dayAfter, growthOf, trendDays } from "./rules/visit-days.ts";

test.each([
  ["10.1.2.3", true],
  ["172.31.0.9", true],
  ["172.32.0.9", false],
  ["::ffff:192.168.1.5", true],
  ["::1", true],
  ["fd12::1", true],
  ["2001:4860:4860::8888", false],
  ["203.0.113.7", false],
  ["", false],
  ["unknown", false],
])("%s is internal: %s", (address, expected) => {
  expect(isInternal(address)).toBe(expected);
});

describe("the days of a trend", () => {
  const today = "2026-03-02";
  test("are the last 30 by default", () => {
    const days = trendDays({}, today);
    expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-02-01", today]);
  });
  test("are the requested range, both ends included", () => {
    expect(trendDays({ startDate: "2026-02-27", endDate: "2026-03-01" }, today)).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });
  test("start no earlier than the oldest kept entries", () => {
    const days = trendDays({ startDate: "2000-01-01" }, today);
    expect([days.length, days.at(-1)]).toEqual([180, today]);
  });
  test("are empty if the range ends before it begins", () => {
    expect(trendDays({ startDate: "2026-03-02", endDate: "2026-03-01" }, today)).toEqual([]);
  });
});

test("continue over months and leap days", () => {
  expect([dayAfter("2024-02-28", 1), dayAfter("2026-01-01", -1)]).toEqual(["2024-02-29", "2025-12-31"]);
});

test("growth is relative to yesterday, and absent if yesterday was zero", () => {
  expect([growthOf(5, 4), growthOf(1, 3), growthOf(3, 0)]).toEqual([0.25, -0.67, 0]);
});
