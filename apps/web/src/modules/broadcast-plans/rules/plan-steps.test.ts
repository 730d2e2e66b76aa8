import { expect, test } from "vitest";
import { stepWithFault } from "./plan-steps.ts";

test.each([
  [["scheduleTime", "numbers"], 0],
  [["scheduleTime", "templateID"], 1],
  [["variables.body.1"], 1],
  [["perMinute"], 2],
  [["version"], null],
  [[], null],
])("refused fields %s lead to the step that has the first of them", (fields, step) => {
  expect(stepWithFault(fields.map((field) => ({ field })))).toBe(step);
});
