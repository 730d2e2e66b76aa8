import { BranchId, RecordId } from "@homeroom/contract/ids";
import type { TemplateRow } from "@homeroom/contract/message-templates";
import { expect, test } from "vitest";
import { draftOf, type PlanDraft } from "./plan-draft.ts";
import { missingParts, stepWithFault } from "./plan-steps.ts";

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

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
const empty = draftOf(null, false);
const content = { type: "none", header: "", body: "{{1}} {{2}}", variables: [], buttons: [] };
const template = { recordID, content, inUse: null } as unknown as TemplateRow;
const said = { source: "none", text: "7 pm" } as const;

test.each<[string, Partial<PlanDraft>, string | undefined]>([
  ["nothing", {}, "name"],
  ["only blanks for a name", { name: " ", numbers: ["+85291234567"] }, "name"],
  ["a name", { name: "Summer" }, "audience"],
  ["numbers, which mails cannot go to", { name: "Summer", kind: "email", numbers: ["+85291234567"] }, "audience"],
  ["a name and a list", { name: "Summer", targetIDs: [recordID] }, undefined],
])("the first step with %s", (_what, given, part) => {
  expect(missingParts({ ...empty, ...given }, undefined)[0]?.part).toBe(part);
});

test("a message needs a template, and a text in each of its placeholders", () => {
  expect(missingParts(empty, undefined)[1]).toEqual({ part: "template" });
  expect(missingParts({ ...empty, variables: { "body.1": said } }, template)[1]).toEqual({
    part: "places",
    places: ["body.2"],
  });
  expect(missingParts({ ...empty, variables: { "body.1": said, "body.2": said } }, template)[1]).toBeNull();
});

test("a mail needs a branch that sends it and a template", () => {
  const mail = { ...empty, kind: "email" } as const;
  expect(missingParts(mail, undefined)[1]).toEqual({ part: "sender" });
  expect(missingParts({ ...mail, branchID }, undefined)[1]).toEqual({ part: "emailTemplate" });
  expect(missingParts({ ...mail, branchID, emailTemplateID: recordID }, undefined)[1]).toBeNull();
});
