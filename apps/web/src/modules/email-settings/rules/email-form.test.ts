import { BranchId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { testedText, valuesOf } from "./email-form.ts";

const branch = { branchID: BranchId.parse("01930000-0000-7000-8000-000000000001"), name: "中環" };

test("a branch without a mail server starts from a preset and its own name", () => {
  const values = valuesOf({ branch, setting: null, version: 0 });
  expect(values).toMatchObject({ provider: "gmail", port: 465, senderName: "中環", password: "", version: 0 });
});

test("another password requires another test; another provider's name does not", () => {
  const values = valuesOf({ branch, setting: null, version: 0 });
  expect(testedText({ ...values, password: "other" })).not.toBe(testedText(values));
  expect(testedText({ ...values, provider: "other" })).toBe(testedText(values));
});
