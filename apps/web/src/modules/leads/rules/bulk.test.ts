import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { expect, test } from "vitest";
import { isTaskShown, meant, percentOf, restOf } from "./bulk.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
const task = (given: Partial<BulkTask>): BulkTask => ({
  taskID: "0199f0c0-0000-7000-8000-000000000001" as BulkTask["taskID"],
  kind: "assign",
  state: "done",
  total: 10,
  processed: 10,
  changed: 10,
  same: 0,
  unfit: 0,
  full: 0,
  gone: 0,
  undone: 0,
  kept: 0,
  dealt: [],
  canUndo: true,
  message: "",
  createTime: "2026-11-22T09:30:00Z",
  ...given,
});

test("the strip shows running changes, and for an hour large or failed ones, until they are dismissed", () => {
  const shown = (given: Partial<BulkTask>, hidden: string[] = []) =>
    isTaskShown(task(given), new Set(hidden), 1000, now);
  expect(shown({})).toBe(false);
  expect(shown({ state: "running", createTime: "2026-11-21T20:00:00Z" })).toBe(true);
  expect(shown({ total: 5000 })).toBe(true);
  expect(shown({ state: "failed" })).toBe(true);
  expect(shown({ total: 5000, createTime: "2026-11-22T08:00:00Z" })).toBe(false);
  const { taskID } = task({});
  expect(shown({ total: 5000 }, [`${taskID} done`])).toBe(false);
  expect(shown({ total: 5000, state: "undoing" }, [`${taskID} done`])).toBe(true);
});

test("the percentage is whole, and full when there is nothing", () => {
  expect([percentOf(task({ processed: 1, total: 3 })), percentOf(task({ processed: 0, total: 0 }))]).toEqual([33, 100]);
});

test("a selection means its own leads, otherwise all that match", () => {
  expect(meant({ leadIds: [] }, 70)).toBe(0);
  expect(meant({ keywords: "王" }, 70)).toBe(70);
});

test("a summary names only non-zero results", () => {
  expect(restOf(task({ unfit: 2, gone: 1 }))).toEqual([
    { outcome: "unfit", count: 2 },
    { outcome: "gone", count: 1 },
  ]);
  expect(restOf(task({ state: "undone", same: 4, kept: 3 }))).toEqual([{ outcome: "kept", count: 3 }]);
});
