import type { InitialPasswordKind, StaffChoices, StaffForm, StaffRow } from "@homeroom/contract/staff";
import { shownRoleName } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import { mayGiveBranch, mayGiveRole, peopleReach, staffAbilities } from "../policy.ts";
import type { StaffPerson } from "../queries/load-person.ts";
import type { PersonName } from "../queries/people.ts";
import type { StaffDepartment, StaffRole, Yardstick } from "../queries/staff-choices.ts";
import { personalFields } from "../rules/personal-fields.ts";
import type { FileAddresses } from "./users.ts";

interface StaffContext {
  actor: Actor;
  yardstick: Yardstick;
  addresses: FileAddresses;
}

/** A person as a row of a list. */
export function presentStaffRow(person: StaffPerson, { actor, yardstick, addresses }: StaffContext): StaffRow {
  return {
    recordsn: person.account_id,
    staffID: person.staff_id ?? "",
    nickname: person.nickname,
    firstName: person.first_name,
    lastName: person.last_name,
    ename: person.ename,
    avatar: (person.avatar_file_id && addresses.get(person.avatar_file_id)) ?? null,
    // The placeholder address is not shown.
    email: person.erased_at ? "" : person.email,
    areaCode: person.area_code,
    phone: person.phone,
    gender: person.gender,
    status: person.status,
    deptID: person.department_id,
    deptName: person.department_name,
    roles: person.roles.map((role) => ({ ...role, name: shownRoleName(role) })),
    branches: person.branches,
    isOwner: person.is_owner,
    isPasswordInitialized: person.password_initialized_at !== null,
    twoStepEnabled: person.two_step_enabled_at !== null,
    lastSignInTime: person.signed_in_at?.toISOString() ?? null,
    createTime: person.created_at.toISOString(),
    updateTime: person.updated_at.toISOString(),
    version: person.version,
    can: staffAbilities(actor, person, yardstick),
  };
}

/** A person's whole record. */
export function presentStaffForm(
  person: StaffPerson,
  around: StaffContext & { people: ReadonlyMap<string, PersonName> },
): StaffForm {
  const nameOf = (id: string | null) => (id ? (around.people.get(id)?.nickname ?? "") : "");
  return {
    ...presentStaffRow(person, around),
    roleIds: person.roles.map(({ id }) => id),
    branchIDs: person.branches.map(({ branchID }) => branchID),
    ...personalFields(person),
    notes: person.notes,
    avatarFileID: person.avatar_file_id,
    createDate: person.created_at.toISOString(),
    creator: nameOf(person.created_by),
    updater: nameOf(person.updated_by),
    isSelf: person.account_id === around.actor.accountId,
    leftTime: person.left_at?.toISOString() ?? null,
    erasedTime: person.erased_at?.toISOString() ?? null,
  };
}

/** The choices for a person, and whether the actor may grant them. */
export function presentChoices(
  actor: Actor,
  found: {
    roles: readonly StaffRole[];
    branches: readonly { branchId: string; name: string; status: number }[];
    departments: readonly StaffDepartment[];
    newPasswords: InitialPasswordKind;
  },
): StaffChoices {
  const reach = peopleReach(actor, "edit") ?? peopleReach(actor, "add");
  return {
    roles: found.roles.map((role) => ({
      value: role.id,
      label: shownRoleName(role),
      code: role.code,
      mayGive: role.status === 1 && reach !== null && mayGiveRole(actor, role, reach),
    })),
    branches: found.branches.map((branch) => ({
      value: branch.branchId,
      label: branch.name,
      mayGive: branch.status === 1 && mayGiveBranch(actor, branch.branchId),
    })),
    departments: found.departments.map(({ id, name, parentId }) => ({ value: id, label: name, parentID: parentId })),
    newPasswords: found.newPasswords,
  };
}
