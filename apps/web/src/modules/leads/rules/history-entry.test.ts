import { leadActions } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { actionName, byDay, changesOf, historyParts } from "./history-entry.ts";

it("has every kind of action in exactly one part", () => {
  const parts = Object.values(historyParts).flat();
  expect(parts.toSorted((a, b) => a - b)).toEqual(Object.values(leadActions));
  expect(actionName(leadActions.deal)).toBe("deal");
  expect(actionName(99)).toBe("other");
});

it("returns the old and new value of each field, and only names for older entries", () => {
  const change = { field: "school", before: "甲小", after: "乙小" };
  expect(changesOf({ details: { fields: ["school", "avatarFileID"], changes: [change] } })).toEqual([
    change,
    { field: "avatarFileID", before: null, after: null },
  ]);
  expect(changesOf({ details: {} })).toEqual([]);
});

it("groups the entries of a day", () => {
  const entries = ["2026-11-22T05", "2026-11-22T01", "2026-11-20T09"].map((createTime) => ({ createTime }));
  expect(byDay(entries, (moment) => moment.slice(0, 10)).map(({ day, entries: of }) => [day, of.length])).toEqual([
    ["2026-11-22", 2],
    ["2026-11-20", 1],
  ]);
});
