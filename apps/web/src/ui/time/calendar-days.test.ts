import { expect, it } from "vitest";
import { calendarDays, nextAnchor, usualDays } from "./calendar-days.ts";

it("shows the whole weeks that a month touches", () => {
  const november = calendarDays("2026-11-22", "month", 0);
  expect([november[0], november.at(-1), november.length]).toEqual(["2026-11-01", "2026-12-05", 35]);
  const fromMonday = calendarDays("2026-11-22", "month", 1);
  expect([fromMonday[0], fromMonday.at(-1), fromMonday.length]).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(calendarDays("2026-02-10", "month", 0)).toHaveLength(28);
});

it("shows a week", () => {
  expect(calendarDays("2026-11-22", "week", 1)).toEqual([
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
  ]);
});

it("moves from month to month without skipping one", () => {
  expect(nextAnchor("2026-01-31", "month", 1)).toBe("2026-02-01");
  expect(nextAnchor("2026-01-31", "month", -1)).toBe("2025-12-01");
  expect(nextAnchor("2026-11-22", "week", -1)).toBe("2026-11-15");
});

it("knows next Monday", () => {
  const monday = (today: string) => usualDays(today).find(({ key }) => key === "monday")?.day;
  expect([monday("2026-11-22"), monday("2026-11-23"), monday("2026-11-24")]).toEqual([
    "2026-11-23",
    "2026-11-30",
    "2026-11-30",
  ]);
});
