import type { AccountId } from "@homeroom/contract/ids";
import { expect, it } from "vitest";
import { isNotified } from "./alert-rule.ts";

const [me, other] = ["a", "b"] as AccountId[] as [AccountId, AccountId];

it.each([
  ["mine", [me], true],
  ["mine", [other, me], true],
  ["mine", [other], false],
  ["mine", [], true],
  ["all", [other], true],
  ["off", [me], false],
  ["off", [], false],
] as const)("%s: a message to %j is told: %j", (rule, holders, told) =>
  expect(isNotified(rule, holders, me)).toBe(told),
);

it("announces no customers of others before the account is known", () => {
  expect([isNotified("mine", [other], null), isNotified("all", [other], null)]).toEqual([false, true]);
});
