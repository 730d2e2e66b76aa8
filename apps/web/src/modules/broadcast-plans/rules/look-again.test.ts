import { expect, test } from "vitest";
import { lookAgainIn, type Standing } from "./look-again.ts";

const now = Date.parse("2026-11-27T12:00:00Z");
const plan = (part: Partial<Standing>): Standing => ({ state: "completed", pausedTime: null, endTime: null, ...part });

test.each<[string, Standing, number | false]>([
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
