import { expect, it } from "vitest";
import { isQuiet } from "./quiet-hours.ts";

const night = { from: "22:00", until: "08:00" };
const lunch = { from: "12:00", until: "13:00" };

it.each([
  [night, "21:59", false],
  [night, "22:00", true],
  [night, "03:00", true],
  [night, "08:00", false],
  [lunch, "12:30", true],
  [lunch, "13:00", false],
  [null, "12:30", false],
])("%o at %s: %s", (hours, clock, quiet) => {
  expect(isQuiet(new Date(`2026-11-20T${clock}:00+08:00`), hours, "Asia/Hong_Kong")).toBe(quiet);
});
