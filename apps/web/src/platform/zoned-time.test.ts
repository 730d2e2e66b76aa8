import { expect, it } from "vitest";
import { dayAfter, localOf, momentOf } from "./zoned-time.ts";

it.each([
  ["2026-11-22T09:30", "Asia/Hong_Kong", "2026-11-22T01:30:00.000Z"],
  ["2026-07-01T09:30", "America/New_York", "2026-07-01T13:30:00.000Z"],
  ["2026-12-01T09:30", "America/New_York", "2026-12-01T14:30:00.000Z"],
  ["2026-11-01T12:00", "America/New_York", "2026-11-01T17:00:00.000Z"],
])("%s in %s is %s, and back", (local, zone, iso) => {
  expect(momentOf(local, zone)?.toISOString()).toBe(iso);
  expect(localOf(new Date(iso), zone)).toBe(local);
});

it("rejects what is not a time, and counts days across the end of a month", () => {
  expect(momentOf("", "Asia/Taipei")).toBeUndefined();
  expect(dayAfter("2026-11-28", 7)).toBe("2026-12-05");
});
