import { expect, test } from "vitest";
import { dayOf, minuteOf, secondOf } from "./days.ts";

const moment = new Date("2026-03-08T16:05:09Z");

test.each([
  ["Asia/Taipei", "2026-03-09 00:05:09"],
  // Summer time began there that day, at two in the morning.
  ["America/Los_Angeles", "2026-03-08 09:05:09"],
  ["UTC", "2026-03-08 16:05:09"],
])("a moment in %s is written as ISO does", (zone, text) => {
  expect(secondOf(moment, zone)).toBe(text);
  expect(minuteOf(moment, zone)).toBe(text.slice(0, 16));
  expect(dayOf(moment, zone)).toBe(text.slice(0, 10));
});
