import type { AccountId } from "@homeroom/contract/ids";
import { expect, it } from "vitest";
import { isTold } from "./alert-rule.ts";

const [me, other] = ["a", "b"] as AccountId[] as [AccountId, AccountId];

it.each([
  ["mine", [me], true],
  ["mine", [other, me], true],
  ["mine", [other], false],
  ["mine", [], true],
  ["all", [other], true],
  ["off", [me], false],
  ["off", [], false],
] as const)("%s: a message to %j is told: %j", (rule, holders, told) => expect(isTold(rule, holders, me)).toBe(told));

it("tells nobody of another's customers before it is known who they are", () => {
  expect([isTold("mine", [other], null), isTold("all", [other], null)]).toEqual([false, true]);
});
