import { expect, test } from "vitest";
import { findCycle } from "./no-chunk-cycles.ts";

const imports = (of: Record<string, string[]>) => new Map(Object.entries(of));

test("a cycle back to a file is found, with its path", () => {
  expect(findCycle(imports({ entry: ["shell"], shell: ["schemas"], schemas: ["calls"], calls: ["shell"] }))).toEqual([
    "shell",
    "schemas",
    "calls",
    "shell",
  ]);
});

test("files that several others need are not a cycle", () => {
  expect(
    findCycle(imports({ entry: ["shell", "leads"], leads: ["shell", "base"], shell: ["base"], base: [] })),
  ).toBeNull();
});
