import type { Holdings } from "@homeroom/contract/hand-over";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { isComplete, partsOf, planOf } from "./rules.ts";

const [here, there] = ["here" as BranchId, "there" as BranchId];
const one = "one" as AccountId;
const holdings = {
  branches: [
    { branchID: here, branchName: "旺角", sales: 3, tutor: 0, conversations: 1, waiting: 1 },
    { branchID: there, branchName: "沙田", sales: 2, tutor: 1, conversations: 0, waiting: 0 },
  ],
} as Holdings;

test("there is a part for each role at each branch with leads", () => {
  expect(partsOf(holdings).map(({ key, count }) => [key, count])).toEqual([
    ["here sales", 3],
    ["there sales", 2],
    ["there tutor", 1],
  ]);
});

test("the plan has the parts with a chosen person, and those that go back to all", () => {
  const parts = partsOf(holdings);
  const receivers = {
    "here sales": { kind: "people" as const, to: [one] },
    "there sales": { kind: "people" as const, to: [] },
    "there tutor": { kind: "nobody" as const },
  };
  expect(planOf(parts, receivers)).toEqual([
    { branchID: here, role: "sales", to: [one] },
    { branchID: there, role: "tutor", to: [] },
  ]);
  expect(isComplete(parts, receivers)).toBe(false);
  expect(isComplete(parts, { ...receivers, "there sales": { kind: "nobody" } })).toBe(true);
});
