import { expect, it } from "vitest";
import { codeFor, difference } from "./rules.ts";

it.each([
  ["Front desk 前台", [], "front-desk"],
  ["前台", [], "role"],
  ["前台", ["role", "role-2"], "role-3"],
  ["ROOT", [], "role"],
  ["Sales", ["sales"], "sales-2"],
  ["  --Café!! ", [], "cafe"],
  ["x".repeat(100), [], "x".repeat(40)],
])("%j becomes a code that is not among %j: %s", (name, taken, code) => {
  expect(codeFor(name, (one) => taken.includes(one))).toBe(code);
});

it("returns what a set gains and loses", () => {
  expect(difference(["b", "a"], ["c", "b", "c"])).toEqual({ added: ["c"], removed: ["a"] });
});
