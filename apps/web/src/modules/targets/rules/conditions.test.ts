import { RecordId } from "@homeroom/contract/ids";
import { leadQueryFields } from "@homeroom/contract/lead-query";
import { expect, test } from "vitest";
import { conditions, conditionsOf, ruleOfAddress, withField, without } from "./conditions.ts";
import { namesOfAddress, newTargetAddress } from "./new-target-address.ts";

const id = "01900000-0000-7000-8000-000000000001";

test("every field of a lead query has its condition, and none has two", () => {
  const keys = conditions.flatMap((condition) => [...condition.keys]);
  expect([...keys].sort()).toEqual(Object.keys(leadQueryFields).sort());
});

test("a rule's conditions are the ones with a value", () => {
  const rule = ruleOfAddress(
    JSON.stringify({ tag: [id], status: [], hasPhone: false, gender: 0, startTime: "2026-01-01" }),
  );
  expect(conditionsOf(rule).map(({ name }) => name)).toEqual(["tag", "leadDate", "gender", "hasPhone"]);
});

test("an empty value removes a field, and removing a condition removes all of its fields", () => {
  const rule = ruleOfAddress(JSON.stringify({ startTime: "2026-01-01", endTime: "2026-02-01", birthMonth: 3 }));
  expect(withField(rule, "birthMonth", undefined)).toEqual({ startTime: "2026-01-01", endTime: "2026-02-01" });
  expect(withField(rule, "tag", [])).toEqual(rule);
  const leadDate = conditions.find(({ name }) => name === "leadDate");
  expect(leadDate && without(rule, leadDate)).toEqual({ birthMonth: 3 });
});

test("a rule can be passed in an address; an invalid one is empty", () => {
  const address = new URL(newTargetAddress({ birthMonth: 3, keywords: "陳 & 林" }), "https://homeroom.example");
  expect(ruleOfAddress(address.searchParams.get("rule"))).toEqual({ birthMonth: 3, keywords: "陳 & 林" });
  const names = { [id]: "Open day" };
  const withNames = new URL(newTargetAddress({ planID: RecordId.parse(id) }, names), "https://homeroom.example");
  expect(namesOfAddress(withNames.searchParams.get("names"))).toEqual(names);
  for (const text of [null, "{", "[1]", '{"a":1}']) expect(namesOfAddress(text)).toEqual({});
  expect(ruleOfAddress("{")).toEqual({});
  expect(ruleOfAddress('{"birthMonth":13}')).toEqual({});
  expect(ruleOfAddress(null)).toEqual({});
});
