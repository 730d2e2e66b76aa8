import { expect, it } from "vitest";
import { isOverdue } from "./lead-columns.tsx";

it.each([
  ["2026-11-19", false, true],
  ["2026-11-20", false, false],
  ["2026-11-21", false, false],
  ["2026-11-19", true, false],
  [null, false, false],
])("next contact %s, closed %s: overdue %s", (nextContactDate, closed, overdue) =>
  expect(isOverdue({ nextContactDate }, closed, "2026-11-20")).toBe(overdue),
);
