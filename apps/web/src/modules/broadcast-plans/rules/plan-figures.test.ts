import { expect, test } from "vitest";
import { curvePoints, lookAgainIn, type PlanProgress } from "./plan-figures.ts";

const counts = { accepted: 3, delivered: 2, read: 1, replied: 0, clicked: 0 };
const startTime = "2026-11-26T07:11:00.000Z";

test("starts with zero, and the current hour ends now", () => {
  const curve = [{ time: "2026-11-26T08:00:00.000Z", ...counts }];
  const points = curvePoints({ curve, startTime, endTime: null }, new Date("2026-11-26T07:20:00Z"));
  expect(points.map(({ time, accepted }) => [time, accepted])).toEqual([
    [startTime, 0],
    ["2026-11-26T07:20:00.000Z", 3],
  ]);
  expect(curvePoints({ curve, startTime, endTime: null }, new Date("2026-11-26T09:00:00Z")).at(-1)?.time).toBe(
    curve[0]?.time,
  );
});

test("has no points before the first event", () => {
  expect(curvePoints({ curve: [], startTime, endTime: null }, new Date())).toEqual([]);
});

test("everything was accepted when the plan ended, not at the end of that hour", () => {
  const curve = [{ time: "2026-11-26T08:00:00.000Z", ...counts }];
  const endTime = "2026-11-26T07:13:00.000Z";
  const points = curvePoints({ curve, startTime, endTime }, new Date("2026-11-26T09:00:00Z"));
  expect(points.map(({ time, accepted, read }) => [time, accepted, read])).toEqual([
    [startTime, 0, 0],
    [endTime, 3, null],
    ["2026-11-26T08:00:00.000Z", 3, 1],
  ]);
});

const now = Date.parse("2026-11-27T12:00:00Z");
const plan = (part: Partial<PlanProgress>): PlanProgress => ({
  state: "completed",
  pausedTime: null,
  endTime: null,
  ...part,
});

test.each<[string, PlanProgress, number | false]>([
  ["runs", plan({ state: "running" }), 3000],
  ["waits for its time", plan({ state: "pending" }), 3000],
  [
    "is paused, and a colleague may go on with it",
    plan({ state: "running", pausedTime: "2026-11-27T11:00:00Z" }),
    10_000,
  ],
  ["is a draft that a colleague may send", plan({ state: "draft" }), 10_000],
  ["ended an hour ago, and people still answer", plan({ endTime: "2026-11-27T11:00:00Z" }), 10_000],
  ["ended two days ago", plan({ endTime: "2026-11-25T11:00:00Z" }), false],
  ["was cancelled", plan({ state: "cancelled" }), false],
])("a plan that %s", (_what, one, wait) => {
  expect(lookAgainIn([one], now)).toBe(wait);
});

test("of several plans the most urgent counts", () => {
  expect(lookAgainIn([plan({}), plan({ state: "draft" }), plan({ state: "running" })], now)).toBe(3000);
  expect(lookAgainIn([], now)).toBe(false);
});
