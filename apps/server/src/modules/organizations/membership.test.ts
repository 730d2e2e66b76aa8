import { expect, test } from "vitest";
import { daysUntil, membershipAt, noticeAt, removalDueAt, type Standing } from "./rules/membership.ts";

const expiresAt = new Date("2026-11-20T10:00:00Z");
const day = 86_400_000;
const after = (days: number) => new Date(expiresAt.getTime() + days * day);
const standing = (membership: Standing["membership"], timeZone = "Asia/Taipei"): Standing => ({
  membership,
  expiresAt,
  timeZone,
});

test.each<[Standing["membership"], number, Standing["membership"]]>([
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

test("without an end everything stays", () => {
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

test("nobody is written to at night, whatever the zone", () => {
  const night = new Date("2026-11-19T17:00:00Z");
  expect(noticeAt(standing("trial", "Asia/Taipei"), night)).toBeNull();
  expect(noticeAt(standing("trial", "America/New_York"), night)).toBe("expiry-1");
});

test("days are the calendar's in the organisation's zone", () => {
  const late = new Date("2026-11-20T15:30:00Z");
  expect(daysUntil(new Date("2026-11-20T16:30:00Z"), "Asia/Taipei", late)).toBe(1);
  expect(daysUntil(new Date("2026-11-20T16:30:00Z"), "Europe/London", late)).toBe(0);
});
