import { expect, test } from "vitest";
import { closesAt, daysUntil, membershipAt, noticeAt, type PlanState, removalDueAt } from "./rules/membership.ts";

const expiresAt = new Date("2026-11-20T10:00:00Z");
const day = 86_400_000;
const after = (days: number) => new Date(expiresAt.getTime() + days * day);
const standing = (membership: PlanState["membership"], timeZone = "Asia/Taipei"): PlanState => ({
  membership,
  expiresAt,
  timeZone,
});

test.each<[PlanState["membership"], number, PlanState["membership"]]>([
  ["trial", -1, "trial"],
  ["trial", 0, "expired"],
  ["basic", -0.001, "basic"],
  ["basic", 0, "grace"],
  ["advanced", 6.9, "grace"],
  ["advanced", 7, "expired"],
  ["grace", 6.9, "grace"],
  ["grace", 7, "expired"],
  ["grace", -3, "grace"],
  ["expired", 100, "expired"],
])("%s, %d days after its end, is %s", (membership, days, expected) => {
  expect(membershipAt(standing(membership), after(days))).toBe(expected);
});

test("without an end date nothing changes", () => {
  const endless = { ...standing("trial"), expiresAt: null };
  expect(membershipAt(endless, after(1000))).toBe("trial");
  expect(noticeAt(endless, after(1000))).toBeNull();
});

test("data are kept for 30 days", () => {
  expect(removalDueAt(expiresAt).toISOString()).toBe("2026-12-20T10:00:00.000Z");
});

// 18:00 in Taipei on the day, so each of these is an hour at which people are awake.
test.each([
  [-8, null],
  [-7, "expiry-7"],
  [-4, "expiry-7"],
  [-3, "expiry-3"],
  [-2, "expiry-3"],
  [-1, "expiry-1"],
  [0, null],
  [15, null],
  [16, "removal-14"],
  [26, "removal-14"],
  [27, "removal-3"],
  [30, "removal-3"],
])("%d days after the end it is time for %s", (days, kind) => {
  expect(noticeAt(standing("trial"), after(days))).toBe(kind);
});

test.each([
  [-1, "expiry-1"],
  [0, "closing-7"],
  [3, "closing-7"],
  [4, "closing-3"],
  [5, "closing-3"],
  [6, "closing-1"],
  [7, null],
  [15, null],
  [16, "removal-14"],
])("a plan that was paid for, %d days after its end: %s", (days, kind) => {
  expect(noticeAt(standing("basic"), after(days))).toBe(kind);
  if (days > 0 && days < 7) expect(noticeAt(standing("grace"), after(days))).toBe(kind);
});

test("a trial closes when it ends, a plan after its grace period", () => {
  expect(closesAt({ membership: "trial" }, expiresAt)).toEqual(expiresAt);
  expect(closesAt({ membership: "advanced" }, expiresAt)).toEqual(after(7));
  expect(membershipAt(standing("advanced"), closesAt({ membership: "advanced" }, expiresAt))).toBe("expired");
});

// London's clocks go back on 2026-10-25 and New York's forward on 2026-03-08: days of 25 and of 23 hours.
test.each([
  { timeZone: "Europe/London", end: "2026-10-26T09:00Z", at: "2026-10-24T09:30Z", days: 2, kind: "expiry-3" },
  { timeZone: "Europe/London", end: "2026-10-25T23:30Z", at: "2026-10-24T22:30Z", days: 1, kind: null },
  { timeZone: "Europe/London", end: "2026-10-25T23:30Z", at: "2026-10-24T09:00Z", days: 1, kind: "expiry-1" },
  { timeZone: "America/New_York", end: "2026-03-09T03:30Z", at: "2026-03-07T15:00Z", days: 1, kind: "expiry-1" },
  { timeZone: "America/New_York", end: "2026-03-09T04:30Z", at: "2026-03-07T15:00Z", days: 2, kind: "expiry-3" },
])("over a change of clocks days are the calendar's: $timeZone, $at", ({ timeZone, end, at, days, kind }) => {
  const ending = { membership: "basic", expiresAt: new Date(end), timeZone } as const;
  expect(daysUntil(ending.expiresAt, timeZone, new Date(at))).toBe(days);
  expect(noticeAt(ending, new Date(at))).toBe(kind);
});

test("the moment of the end is the same in every zone", () => {
  for (const timeZone of ["Pacific/Kiritimati", "Asia/Kathmandu", "America/New_York", "Europe/London"]) {
    expect(membershipAt(standing("trial", timeZone), after(-0.000_001))).toBe("trial");
    expect(membershipAt(standing("trial", timeZone), after(0))).toBe("expired");
  }
});

test("nobody is mailed at night, in any time zone", () => {
  const night = new Date("2026-11-19T17:00:00Z");
  expect(noticeAt(standing("trial", "Asia/Taipei"), night)).toBeNull();
  expect(noticeAt(standing("trial", "America/New_York"), night)).toBe("expiry-1");
});

test("days are calendar days in the organisation's time zone", () => {
  const late = new Date("2026-11-20T15:30:00Z");
  expect(daysUntil(new Date("2026-11-20T16:30:00Z"), "Asia/Taipei", late)).toBe(1);
  expect(daysUntil(new Date("2026-11-20T16:30:00Z"), "Europe/London", late)).toBe(0);
});
