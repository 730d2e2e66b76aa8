import { type AddStaffForm, staffStatuses } from "@homeroom/contract/staff";
import type { FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";

export type StaffFields = Omit<AddStaffForm, "recordsn" | "invite" | "randomPassword" | "status">;
type PhoneFields = { areaCode: string; phone: string };

/** The numbers of a form in their stored form, and the form's faults. */
export interface CheckedStaff {
  phone: string;
  emergencyPhone: string;
  faults: FieldFault[];
}

/**
 * The rules of a staff member that need no other row: numbers with their area codes, and the requirements of an active account.
 * A number that is already stored is not checked again: the numbering plans may have changed since.
 */
export function checkStaffForm(
  form: StaffFields,
  account: { status: number; isOwner: boolean },
  kept?: { phone: PhoneFields; emergency: PhoneFields },
): CheckedStaff {
  const faults: FieldFault[] = [];
  const check = (
    given: PhoneFields,
    before: PhoneFields | undefined,
    at: { prefix: string; name: FieldFault["name"] },
  ) => {
    if (before && before.phone === given.phone && before.areaCode === given.areaCode) return given.phone;
    const checked = checkPhone(given.areaCode, given.phone);
    if (!("fault" in checked)) return checked.digits;
    const name = checked.fault === "areaCode" ? "STAFF_BAD_AREA_CODE" : at.name;
    faults.push({ field: `${at.prefix}${checked.fault}`, name });
    return given.phone;
  };
  const phone = check(form, kept?.phone, { prefix: "", name: "STAFF_BAD_PHONE" });
  const emergency = { prefix: "emergencyContact.", name: "STAFF_BAD_EMERGENCY_PHONE" } as const;
  const emergencyPhone = check(form.emergencyContact, kept?.emergency, emergency);
  return { phone, emergencyPhone, faults: [...faults, ...missingPlaces(form, account)] };
}

/** An active account without a role or a branch could not sign in; the owner's needs neither. */
export function missingPlaces(
  { roleIds, branchIDs }: { roleIds: readonly string[]; branchIDs: readonly string[] },
  { status, isOwner }: { status: number; isOwner: boolean },
): FieldFault[] {
  if (status !== staffStatuses.active || isOwner) return [];
  const faults: FieldFault[] = [];
  if (roleIds.length === 0) faults.push({ field: "roleIds", name: "STAFF_ROLE_REQUIRED" });
  if (branchIDs.length === 0) faults.push({ field: "branchIDs", name: "STAFF_BRANCH_REQUIRED" });
  return faults;
}
