import { expect, test } from "vitest";
import { timeLeft } from "./countdown.ts";

test("the time left is told in whole parts and ends", () => {
  const now = Date.parse("2026-11-02T00:00:00Z");
  expect(timeLeft("2026-11-04T23:59:59Z", now)).toEqual({ hours: 71, minutes: 59, seconds: 59 });
  expect(timeLeft("2026-11-02T00:00:01Z", now)).toEqual({ hours: 0, minutes: 0, seconds: 1 });
  expect(timeLeft("2026-11-02T00:00:00Z", now)).toBeNull();
});
