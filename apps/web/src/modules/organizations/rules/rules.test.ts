import { describe, expect, test } from "vitest";
import { leaseState, standingOf } from "./standing.ts";

test.each([
  ["", null],
  ["2026-11-19", { state: "over", days: -1 }],
  ["2026-11-20", { state: "soon", days: 0 }],
  ["2027-01-19", { state: "soon", days: 60 }],
  ["2027-01-20", { state: "fine", days: 61 }],
])("a lease to %j", (lease, expected) => {
  expect(leaseState(lease, "2026-11-20")).toEqual(expected);
});

describe("the text about a plan", () => {
  const end = new Date("2026-11-20T10:00:00Z");
  const at = (days: number) => new Date(end.getTime() + days * 86_400_000);
  const of = (membership: "trial" | "basic" | "grace" | "expired") => ({
    membership,
    expiryDate: end.toISOString(),
    timeZone: "Asia/Taipei",
    renewsByCard: false,
  });

  test.each([
    ["trial", -8, null, 0],
    ["trial", -7, "trialEnds", 7],
    ["trial", -0.1, "trialEnds", 0],
    ["trial", 0, "expired", 30],
    ["basic", -1, "planEnds", 1],
    ["basic", 0.5, "grace", 6],
    ["grace", 6.9, "grace", 0],
    ["grace", 7, "expired", 23],
    ["expired", 1, "expired", 29],
    ["expired", 29.9, "expired", 0],
    ["expired", 40, "expired", 0],
  ] as const)("%s, %d days after its end: %s", (membership, days, kind, left) => {
    const standing = standingOf(of(membership), at(days));
    if (kind === null) expect(standing).toBeNull();
    else expect(standing).toMatchObject({ kind, days: left });
  });

  test("nothing while a linked card renews the plan in time, and the days of grace if it did not", () => {
    const renewed = { ...of("basic"), renewsByCard: true };
    expect(standingOf(renewed, at(-1))).toBeNull();
    expect(standingOf(renewed, at(0.5))).toMatchObject({ kind: "grace", days: 6 });
  });

  test("nothing without an end", () => {
    expect(standingOf({ ...of("trial"), expiryDate: null }, end)).toBeNull();
  });
});
