import { BranchId } from "@homeroom/contract/ids";
import type { ButtonAccount } from "@homeroom/contract/landing-pages";
import { expect, test } from "vitest";
import { isTarget, targetOf } from "./page-form.ts";

const branchID = BranchId.parse("0199a0de-0000-7000-8000-000000000003");
const number: ButtonAccount = { buttonAction: "whatsapp", branchID, areaCode: "+886", phone: "912345678", lineID: "" };
const line: ButtonAccount = { buttonAction: "line", branchID, areaCode: "", phone: "", lineID: "@School" };
const none = { areaCode: "", phone: "", lineID: "" };

test("a number is the account's however it is written", () => {
  for (const phone of ["912345678", "0912345678", "0912-345 678"])
    expect(isTarget(number, { ...none, areaCode: "+886", phone }), phone).toBe(true);
  expect(isTarget(number, { ...none, areaCode: "+886", phone: "912345679" })).toBe(false);
  expect(isTarget(number, { ...none, areaCode: "+852", phone: "912345678" })).toBe(false);
  expect(isTarget(number, none)).toBe(false);
});

test("a LINE account is the same with or without its sign, in any case", () => {
  for (const lineID of ["@School", "school", " @SCHOOL "])
    expect(isTarget(line, { ...none, lineID }), lineID).toBe(true);
  expect(isTarget(line, { ...none, lineID: "@other" })).toBe(false);
});

test("choosing an account leaves the fields of the other kind alone", () => {
  expect(targetOf(number)).toEqual({ areaCode: "+886", phone: "912345678" });
  expect(targetOf(line)).toEqual({ lineID: "@School" });
});
