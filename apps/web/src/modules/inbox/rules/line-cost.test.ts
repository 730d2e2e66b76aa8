import { expect, test } from "vitest";
import { lineCost } from "./line-cost.ts";

const now = new Date("2026-11-22T10:00:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
const quota = { limit: 500, used: 36 };

test("a reply is free if it is still sent in time", () => {
  expect(lineCost({ freeUntil: inSeconds(50), quota }, now)).toEqual({ kind: "free", seconds: 44 });
  expect(lineCost({ freeUntil: inSeconds(6), quota }, now).kind).toBe("counted");
  expect(lineCost({ freeUntil: inSeconds(50), quota: { limit: 500, used: 500 } }, now).kind).toBe("free");
});

test.each([
  [null, "unknown"],
  [{ limit: null, used: 9 }, "unlimited"],
  [{ limit: 500, used: 449 }, "counted"],
  [{ limit: 500, used: 450 }, "scarce"],
  [{ limit: 500, used: 500 }, "usedUp"],
  [{ limit: 0, used: 0 }, "usedUp"],
] as const)("else the month decides: %j is %s", (known, kind) => {
  expect(lineCost({ freeUntil: null, quota: known }, now).kind).toBe(kind);
  expect(lineCost({ freeUntil: inSeconds(-5), quota: known }, now).kind).toBe(kind);
});
