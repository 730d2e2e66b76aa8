import { expect, test } from "vitest";
import { dayAfter, daysFrom, isWeekend, mondayOf } from "./days.ts";
import { rangesOf, usualHours } from "./hours.ts";
import { evenShares, filledShares } from "./rule-form.ts";

test("shares differ by at most one percent and add up to 100", () => {
  expect(evenShares(3)).toEqual([34, 33, 33]);
  expect(evenShares(1)).toEqual([100]);
  for (let count = 1; count <= 50; count++) expect(evenShares(count).reduce((sum, one) => sum + one)).toBe(100);
});

test("the rest of 100 goes to people without a share", () => {
  expect(filledShares([60, null, null])).toEqual([60, 20, 20]);
  expect(filledShares([60, null, 20])).toEqual([60, 20, 20]);
  expect(filledShares([60, 30])).toEqual([60, 30]);
  expect(filledShares([100, null])).toEqual([100, null]);
});

test("hours are shown in as few ranges as possible", () => {
  expect(rangesOf([...usualHours, { day: 6, from: "10:00", to: "14:00" }])).toEqual([
    { first: 1, last: 5, from: "09:00", to: "18:00" },
    { first: 6, last: 6, from: "10:00", to: "14:00" },
  ]);
  expect(
    rangesOf([
      { day: 3, from: "09:00", to: "12:00" },
      { day: 1, from: "09:00", to: "12:00" },
    ]),
  ).toHaveLength(2);
});

test("weeks begin on Monday", () => {
  expect(mondayOf("2026-11-22")).toBe("2026-11-16");
  expect(mondayOf("2026-11-16")).toBe("2026-11-16");
  expect(daysFrom("2026-11-30", 2)).toEqual(["2026-11-30", "2026-12-01"]);
  expect(dayAfter("2026-12-01", -1)).toBe("2026-11-30");
  expect([isWeekend("2026-11-21"), isWeekend("2026-11-23")]).toEqual([true, false]);
});
