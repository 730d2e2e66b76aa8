import { expect, it } from "vitest";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { snoozeTimes } from "./snooze-times.ts";

const zone = "Asia/Taipei";
const times = (now: string, where = zone) =>
  snoozeTimes(new Date(now), where).map(({ preset, at }) => `${preset} ${localOf(at, where)}`);

it("offers an hour, tonight, tomorrow and Monday at nine in the branch's zone", () => {
  expect(times("2026-11-20T02:30:00Z")).toEqual([
    "hour 2026-11-20T11:30",
    "tonight 2026-11-20T20:00",
    "tomorrow 2026-11-21T09:00",
    "nextWeek 2026-11-23T09:00",
  ]);
});

it("no longer offers tonight in the evening, and on a Monday offers the next one", () => {
  expect(times("2026-11-23T12:10:00Z")).toEqual([
    "hour 2026-11-23T21:10",
    "tomorrow 2026-11-24T09:00",
    "nextWeek 2026-11-30T09:00",
  ]);
});

it("on a Sunday offers Monday only as tomorrow", () => {
  expect(times("2026-11-22T12:10:00Z")).toEqual(["hour 2026-11-22T21:10", "tomorrow 2026-11-23T09:00"]);
});

it("stays at nine in the morning across a clock change", () => {
  expect(times("2026-10-31T16:00:00Z", "America/New_York")).toContain("tomorrow 2026-11-01T09:00");
});

it.each(["", "tomorrow", "2026-11-20", "2026-11-20T9:00"])("%j is not a moment", (words) =>
  expect(momentOf(words, zone)).toBeUndefined(),
);
