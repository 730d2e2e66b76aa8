import { expect, test } from "vitest";
import { monthlyDays } from "./monthly-plan.ts";

test.each([
  ["2026-01-05", ["2026-01-05", "2026-02-05", "2026-03-05"]],
  ["2026-11-30", ["2026-11-30", "2026-12-30", "2027-01-30"]],
  ["2026-12-31", ["2026-12-31", "2027-01-31", "2027-02-28"]],
])("from %s on", (first, days) => expect(monthlyDays(first, 3)).toEqual(days));
