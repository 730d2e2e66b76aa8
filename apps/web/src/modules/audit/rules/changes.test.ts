import { expect, test } from "vitest";
import { changesOf, plainText } from "./changes.ts";

test("each field has its old and its new value", () => {
  expect(changesOf({ name: "教務" }, { name: "教務部", sort: 2 })).toEqual([
    { path: ["name"], before: "教務", after: "教務部" },
    { path: ["sort"], before: undefined, after: 2 },
  ]);
});

test("of nested fields only those that differ are listed", () => {
  const before = { contact1: { name: "", phone: "91234567" }, tag: ["甲"] };
  const after = { contact1: { name: "媽媽", phone: "91234567" }, tag: ["甲", "乙"] };
  expect(changesOf(before, after)).toEqual([
    { path: ["contact1", "name"], before: "", after: "媽媽" },
    { path: ["tag"], before: ["甲"], after: ["甲", "乙"] },
  ]);
});

test("a record that was added or removed has one side", () => {
  expect(changesOf(null, { items: { 1: "男" } })).toEqual([{ path: ["items", "1"], before: undefined, after: "男" }]);
  expect(changesOf({ name: "甲" }, null)).toEqual([{ path: ["name"], before: "甲", after: undefined }]);
  expect(changesOf({ result: null }, { result: "已致電" })).toEqual([
    { path: ["result"], before: null, after: "已致電" },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

test("values are read as text", () => {
  expect([plainText(["甲", "乙"], "、"), plainText(null, "、"), plainText(0, "、")]).toEqual(["甲、乙", "", "0"]);
});
