import { AddStaffForm } from "@homeroom/contract/staff";
import { expect, test } from "vitest";
import { checkStaffForm, missingPlaces } from "./staff-rules.ts";

const active = { status: 1, isOwner: false };
const places = {
  roleIds: ["0199d000-0001-7000-8000-000000000001"],
  branchIDs: ["0199d000-0002-7000-8000-000000000001"],
};
const form = (given: object) => AddStaffForm.parse({ nickname: "小美", email: "mei@school.test", ...places, ...given });
const faultsOf = (given: object) =>
  checkStaffForm(form(given), active).faults.map(({ field, name }) => `${field} ${name}`);

test("numbers are kept as digits, in any usual writing", () => {
  const checked = checkStaffForm(
    form({
      areaCode: "+852",
      phone: "6123 4567",
      emergencyContact: { areaCode: "+886", phone: "0912-345-678" },
    }),
    active,
  );
  expect(checked).toEqual({ phone: "61234567", emergencyPhone: "912345678", faults: [] });
});

test.each([
  [{ areaCode: "+852", phone: "1234567" }, "phone STAFF_BAD_PHONE"],
  [{ areaCode: "+999", phone: "61234567" }, "areaCode STAFF_BAD_AREA_CODE"],
  [{ areaCode: "", phone: "61234567" }, "areaCode STAFF_BAD_AREA_CODE"],
  [{ emergencyContact: { areaCode: "+852", phone: "12345" } }, "emergencyContact.phone STAFF_BAD_EMERGENCY_PHONE"],
  [{ emergencyContact: { phone: "61234567" } }, "emergencyContact.areaCode STAFF_BAD_AREA_CODE"],
  [{ roleIds: [] }, "roleIds STAFF_ROLE_REQUIRED"],
  [{ branchIDs: [] }, "branchIDs STAFF_BRANCH_REQUIRED"],
])("%j is refused at its field", (given, fault) => expect(faultsOf(given)).toEqual([fault]));

test("an area code without a number is none", () => expect(faultsOf({ areaCode: "+852" })).toEqual([]));

test("an unchanged number is not validated again", () => {
  const kept = { areaCode: "+852", phone: "1234567" };
  const none = { areaCode: "", phone: "" };
  expect(checkStaffForm(form(kept), active, { phone: kept, emergency: none }).faults).toEqual([]);
});

test("only an active account needs a role and a branch, and the owner's never", () => {
  const nothing = { roleIds: [], branchIDs: [] };
  expect(missingPlaces(nothing, active)).toHaveLength(2);
  for (const status of [0, 2]) expect(missingPlaces(nothing, { status, isOwner: false })).toEqual([]);
  expect(missingPlaces(nothing, { status: 1, isOwner: true })).toEqual([]);
});
