import type { FileId, RoleId } from "@homeroom/contract/ids";
import { fileById } from "#modules/files/public";
import { branchesOf } from "#modules/organizations/public";
import { discountLimitOf, discountOf, wholePrice } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FieldFault } from "#platform/errors/app-error";
import { mayGiveBranch, mayGiveRole } from "../policy.ts";
import { departmentsOf, type StaffRole } from "../queries/staff-choices.ts";
import type { PeopleReach } from "../queries/visible-people.ts";
import type { StaffFields } from "../rules/staff-rules.ts";

/** The account's values before the save; empty for a new one. */
export interface PlacesBefore {
  roleIds: readonly RoleId[];
  branchIDs: readonly string[];
  deptID: string | null;
  avatarFileID: FileId | null;
  isSelf: boolean;
  isOwner: boolean;
}

export const noPlaces: PlacesBefore = {
  roleIds: [],
  branchIDs: [],
  deptID: null,
  avatarFileID: null,
  isSelf: false,
  isOwner: false,
};

/**
 * The faults of a form's roles, branches, department and picture: they must exist, nobody grants or removes what
 * goes beyond their own rights, discount and branches, and only the owner changes their own. Unchanged values are not checked.
 */
export async function checkPlaces(
  tx: Tx,
  scope: Scope,
  given: { actor: Actor; form: StaffFields; reach: PeopleReach; roles: readonly StaffRole[]; before: PlacesBefore },
): Promise<FieldFault[]> {
  const { actor, form, reach, roles, before } = given;
  const faults: FieldFault[] = [];
  const changedRoles = difference(before.roleIds, form.roleIds);
  const changedBranches = difference(before.branchIDs, form.branchIDs);
  const judge = (field: string, changed: readonly string[], refusalOf: (id: string) => FieldFault["name"] | null) => {
    const own = before.isSelf && !before.isOwner && changed.length > 0 ? "STAFF_IS_SELF" : null;
    const name = own ?? changed.map(refusalOf).find((refusal) => refusal !== null);
    if (name) faults.push({ field, name });
  };
  judge("roleIds", changedRoles, (id) => {
    const role = roles.find((one) => one.id === id);
    if (!role) return "FIELD_INVALID";
    return mayGiveRole(actor, role, reach) ? null : "STAFF_ROLE_BEYOND_RIGHTS";
  });
  if (changedRoles.length > 0 && faults.length === 0 && (await letsDiscountMore(tx, scope, given)))
    faults.push({ field: "roleIds", name: "STAFF_ROLE_BEYOND_RIGHTS" });
  const branches = changedBranches.length > 0 ? await branchesOf(tx, scope) : [];
  judge("branchIDs", changedBranches, (id) => {
    if (!branches.some((branch) => branch.branchId === id)) return "FIELD_INVALID";
    return mayGiveBranch(actor, id) ? null : "STAFF_BRANCH_BEYOND_REACH";
  });
  // An actor who manages only some of the people would no longer see this one.
  if (reach === "teachers" && form.roleIds.length === 0) faults.push({ field: "roleIds", name: "STAFF_ROLE_REQUIRED" });
  if (scope.branchIds && form.branchIDs.length === 0)
    faults.push({ field: "branchIDs", name: "STAFF_BRANCH_REQUIRED" });
  if (form.deptID && form.deptID !== before.deptID) {
    const departments = await departmentsOf(tx, scope);
    if (!departments.some(({ id }) => id === form.deptID)) faults.push({ field: "deptID", name: "FIELD_INVALID" });
  }
  if (!(await mayShow(tx, scope, { fileId: form.avatarFileID, before, actor })))
    faults.push({ field: "avatarFileID", name: "FIELD_INVALID" });
  return faults;
}

/** Whether the form's roles allow the person more discount than before, and more than the actor's. */
async function letsDiscountMore(
  tx: Tx,
  scope: Scope,
  {
    actor,
    form,
    roles,
    before,
  }: { actor: Actor; form: StaffFields; roles: readonly StaffRole[]; before: PlacesBefore },
): Promise<boolean> {
  const own = await discountLimitOf(tx, scope, actor);
  if (own === wholePrice) return false;
  const among = (ids: readonly RoleId[]) => discountOf(roles.filter(({ id }) => ids.includes(id)));
  return among(form.roleIds) > Math.max(own, among(before.roleIds));
}

/** Only a picture that the actor has uploaded: the record would expose the address of any other file. */
async function mayShow(
  tx: Tx,
  scope: Scope,
  { fileId, before, actor }: { fileId: FileId | null; before: PlacesBefore; actor: Actor },
): Promise<boolean> {
  if (fileId === null || fileId === before.avatarFileID) return true;
  const file = await fileById(tx, scope, fileId);
  return file?.created_by === actor.accountId && file.content_type.startsWith("image/");
}

function difference(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((id) => !before.includes(id));
  return [...added, ...before.filter((id) => !after.includes(id))];
}
