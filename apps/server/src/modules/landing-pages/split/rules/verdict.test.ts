import { expect, test } from "vitest";
import { verdictOf } from "./verdict.ts";

const arm = (views: number, actions: number) => ({ views, actions });

test.each([
  ["nothing yet", arm(0, 0), arm(0, 0), "early"],
  ["few visitors", arm(40, 1), arm(40, 20), "early"],
  ["few actions", arm(400, 4), arm(400, 5), "early"],
  ["a difference that may be chance", arm(500, 20), arm(500, 27), "open"],
  ["b is better", arm(500, 20), arm(500, 45), "b"],
  ["a is better", arm(500, 45), arm(500, 20), "a"],
  ["no difference", arm(5000, 250), arm(5000, 252), "even"],
  ["more presses than visitors", arm(200, 500), arm(200, 20), "a"],
] as const)("%s", (_name, a, b, verdict) => {
  expect(verdictOf(a, b).verdict).toBe(verdict);
});

test("the certainty is that of the exact distribution", () => {
  // Of two beta distributions (21, 481) and (28, 474) by numeric integration: 0.8497.
  expect(verdictOf(arm(500, 20), arm(500, 27)).certainty).toBeCloseTo(0.8497, 1);
  expect(verdictOf(arm(500, 20), arm(500, 20)).certainty).toBeCloseTo(0.5, 6);
});
