import { expect, test } from "vitest";
import { planFaults } from "./plan-faults.ts";

const now = new Date("2026-11-26T10:00:00Z");
const soon = "2026-11-26T10:05:00Z";
const empty = {
  kind: "whatsapp" as const,
  draft: false,
  branchID: null,
  channel: null,
  templateID: null,
  emailTemplateID: null,
  targetIDs: [],
  filter: null,
  numbers: [],
  scheduleTime: soon,
};
const fieldsOf = (faults: ReturnType<typeof planFaults>) => faults.map(({ field }) => field);

test("names every fault of a plan at once", () => {
  expect(fieldsOf(planFaults(empty, new Date(soon), now))).toEqual(["templateID", "targetIDs", "scheduleTime"]);
  expect(fieldsOf(planFaults({ ...empty, kind: "email" }, new Date(soon), now))).toEqual([
    "branchID",
    "emailTemplateID",
    "targetIDs",
    "scheduleTime",
  ]);
});

test("names the line of each wrong number, even of an incomplete draft", () => {
  const draft = { ...empty, draft: true, numbers: ["+886912345678", "12", "+85291234001", "13"] };
  expect(planFaults(draft, null, now)).toEqual([
    { field: "numbers", name: "PLAN_NUMBER_INVALID", data: { line: 2, number: "12" } },
    { field: "numbers", name: "PLAN_NUMBER_INVALID", data: { line: 4, number: "13" } },
  ]);
});

test("names no more than a hundred wrong numbers", () => {
  const numbers = Array.from({ length: 5000 }, () => "12");
  expect(planFaults({ ...empty, draft: true, numbers }, null, now)).toHaveLength(100);
});
