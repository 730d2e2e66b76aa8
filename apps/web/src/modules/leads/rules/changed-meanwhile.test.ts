import type { LeadCard } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { changedMeanwhile } from "./edited-fields.ts";

const seen = { nickname: "陳", school: "甲小", contact1: { name: "媽媽" } } as unknown as LeadCard;

it("checks only the fields to be changed", () => {
  const now = { ...seen, school: "乙小" };
  expect(changedMeanwhile(seen, now, { nickname: "王" })).toBe(false);
  expect(changedMeanwhile(seen, now, { school: "丙小" })).toBe(true);
  expect(changedMeanwhile(seen, { ...seen, contact1: { ...seen.contact1 } }, { contact1: {} })).toBe(false);
});
