import { declaredLeadFields } from "@homeroom/contract/lead-fields";
import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { choiceNames, fieldLabels, nameFields, personFields } from "./declared-names.ts";

const t = ((key: string) => `text of ${key}`) as TFunction<"leads">;

it("names a declared field by its declaration and every other one by the texts of leads", () => {
  expect(fieldLabels(t, "en")("school")).toBe("School");
  expect(fieldLabels(t, "zh-tw")("school")).toBe("就讀學校");
  expect(fieldLabels(t, "en")("sales")).toBe("text of fields.sales");
});

it("offers the numbers of a choice with their names, and nothing for a line", () => {
  expect(choiceNames("gender", "en")).toEqual([
    { value: 0, label: "Not stated" },
    { value: 1, label: "Male" },
    { value: 2, label: "Female" },
  ]);
  expect(choiceNames("school", "en")).toEqual([]);
});

it("puts every field with a section into form and card once", () => {
  const placed = declaredLeadFields.flatMap(([name, { section }]) => (section ? [name] : []));
  expect([...nameFields, ...personFields].sort()).toEqual(placed.sort());
});
