// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { monthsAround } from "./month-select.tsx";

it("offers the months of a year before and after, across years", () => {
  const months = monthsAround("2026-12-05");
  expect(months).toHaveLength(25);
  expect([months[0], months[1], months[12], months[13], months[24]]).toEqual([
    "2025-12",
    "2026-01",
    "2026-12",
    "2027-01",
    "2027-12",
  ]);
});
