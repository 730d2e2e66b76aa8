import { describe, expect, it, test } from "vitest";
import { afterQuietHours } from "./quiet-hours.ts";

const night = { from: "22:00", until: "08:00", timeZone: "Asia/Taipei" };
const lunch = { from: "12:00", until: "13:30", timeZone: "Asia/Taipei" };
/** A moment of a day in Taipei. */
const at = (clock: string, day = 20) => new Date(`2026-11-${day}T${clock}:00+08:00`);

describe("quiet hours", () => {
  it.each([
    [night, "21:59", "21:59", 20],
    [night, "22:00", "08:00", 21],
    [night, "23:30", "08:00", 21],
    [night, "00:10", "08:00", 20],
    [night, "08:00", "08:00", 20],
    [lunch, "11:59", "11:59", 20],
    [lunch, "12:00", "13:30", 20],
    [lunch, "13:30", "13:30", 20],
  ])("%o: of %s it becomes %s", (quiet, now, then, day) => {
    expect(afterQuietHours(at(now), quiet)).toEqual(at(then, day));
  });

  test("are in their own time zone", () => {
    const london = { ...night, timeZone: "Europe/London" };
    expect(afterQuietHours(at("23:30"), london)).toEqual(at("23:30"));
  });

  it.each([
    ["put back in the night", "2026-10-24T22:30:00Z", "08:00", "2026-10-25T08:00:00Z"],
    ["put forward in the night", "2026-03-28T23:30:00Z", "08:00", "2026-03-29T07:00:00Z"],
    ["put forward over their end", "2026-03-28T23:30:00Z", "01:30", "2026-03-29T01:30:00Z"],
  ])("end by the clock on the wall that is %s", (_what, now, until, then) => {
    const quiet = { from: "22:00", until, timeZone: "Europe/London" };
    expect(afterQuietHours(new Date(now), quiet)).toEqual(new Date(then));
  });
});
