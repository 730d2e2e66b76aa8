import { isDeepStrictEqual } from "node:util";
import type { AccountId } from "@homeroom/contract/ids";
import { withSent } from "@homeroom/contract/some-fields";
import { type EditStaffForm, staffStatuses } from "@homeroom/contract/staff";
import { requireRoom } from "#modules/plan-limits/public";
import { discountLimitOf } from "#modules/roles/public";
import { withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope, sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { postMail } from "#platform/mail/mail";
import { emailChangedMail } from "../mails/account-mails.ts";
import { mayOpenAccount, requireChangeable, requireNotErased, requireReach } from "../policy.ts";
import { loadPerson, lockPeople, type StaffPerson } from "../queries/load-person.ts";
import { rolesOf, type StaffRole } from "../queries/staff-choices.ts";
import type { PeopleReach } from "../queries/visible-people.ts";
import { auditedFields, columnsOf, formOf } from "../rules/staff-row.ts";
import { type CheckedStaff, checkStaffForm, type StaffFields } from "../rules/staff-rules.ts";
import { changeAccount, recordAccountChange } from "../writes.ts";
import { addressed } from "./addressed.ts";
import { announceChange, standingColumns } from "./announce-change.ts";
import { checkPlaces } from "./check-places.ts";
import { findTaken, refusingTaken } from "./refuse-taken.ts";
import { writePlaces } from "./write-places.ts";

/**
 * Saves a person's record; unsent fields stay. Throws NOT_FOUND if not visible, STALE_DATA if someone saved since `version`, the
 * specified staff errors by field, and a refusal if the person's rights go beyond the actor's. Saving the current values
 * changes nothing.
 */
export function editStaff(db: Database, caller: Actor, form: EditStaffForm): Promise<null> {
  return refusingTaken(() =>
    withRightsLock(db, caller, async (tx, actor) => {
      await changeStaff(tx, peopleScope(actor), { actor, form, reach: requireReach(actor, "edit") });
      return null;
    }),
  );
}

/** The same in the caller's transaction, which holds the lock for changing rights. */
export async function changeStaff(
  tx: Tx,
  scope: Scope,
  { actor, form: sent, reach }: { actor: Actor; form: EditStaffForm; reach: PeopleReach },
): Promise<void> {
  const [person] = await lockPeople(tx, scope, [sent.id], reach);
  if (!person) throw new AppError("NOT_FOUND");
  const form = withSent({ ...formOf(person), status: person.status }, sent);
  const roles = await rolesOf(tx, scope, [...person.roles.map(({ id }) => id), ...form.roleIds]);
  requireChangeable(actor, person, { roles, others: false });
  requireNotErased(person);
  requireVersion(person, sent.version);
  const checked = await check(tx, scope, { actor, form, person, reach, roles });
  await save(tx, scope, { actor, form, person, checked });
}

interface Edit {
  actor: Actor;
  /** Complete: unsent fields have their stored values. */
  form: StaffFields & { id: AccountId; status: number };
  person: StaffPerson;
}

async function check(
  tx: Tx,
  scope: Scope,
  given: Edit & { reach: PeopleReach; roles: readonly StaffRole[] },
): Promise<CheckedStaff> {
  const { actor, form, person, reach, roles } = given;
  const isSelf = person.account_id === actor.accountId;
  const { status } = form;
  if (status !== person.status) {
    requireReach(actor, "status");
    if (isSelf) refuseFaults([{ field: "status", name: "STAFF_IS_SELF" }]);
    if (status === staffStatuses.active) await requireRoom(tx, scope, "staff");
  }
  const before = {
    roleIds: person.roles.map(({ id }) => id),
    branchIDs: person.branches.map(({ branchID }) => branchID),
    deptID: person.department_id,
    avatarFileID: person.avatar_file_id,
    isSelf,
    isOwner: person.is_owner,
  };
  const kept = {
    phone: { areaCode: person.area_code, phone: person.phone },
    emergency: { areaCode: person.emergency_area_code, phone: person.emergency_phone },
  };
  const checked = checkStaffForm(form, { status, isOwner: person.is_owner }, kept);
  refuseFaults([
    ...checked.faults,
    ...(await emailFaults(tx, scope, given)),
    ...(await checkPlaces(tx, scope, { actor, form, reach, roles, before })),
    ...(await findTaken(tx, scope, { accountId: form.id, email: form.email, staffID: form.staffID })),
  ]);
  return checked;
}

/**
 * People change their own sign-in only with password and code (ChangeAccountEmail): an open session is not enough. Nobody
 * may change the address at which a person with a larger discount than their own resets the password.
 */
async function emailFaults(
  tx: Tx,
  scope: Scope,
  { actor, form, person, roles }: Edit & { roles: readonly StaffRole[] },
): Promise<FieldFault[]> {
  if (person.email.toLowerCase() === form.email.toLowerCase()) return [];
  if (person.account_id === actor.accountId) return [{ field: "email", name: "STAFF_EMAIL_IS_OWN" }];
  const ownLimit = await discountLimitOf(tx, scope, actor);
  return mayOpenAccount(actor, person, { roles, ownLimit }) ? [] : [{ field: "email", name: "STAFF_OUT_OF_REACH" }];
}

async function save(
  tx: Tx,
  scope: Scope,
  { actor, form, person, checked }: Edit & { checked: CheckedStaff },
): Promise<void> {
  const { status } = form;
  await writePlaces(tx, scope, { accountId: form.id, roleIds: form.roleIds, branchIds: form.branchIDs });
  const written = { ...columnsOf(form, checked), ...(status !== person.status && standingColumns(status)) };
  await tx
    .updateTable("account")
    .set(written)
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", form.id)
    .execute();
  const after = await loadPerson(tx, sharedScope(actor), form.id, "everyone");
  if (isDeepStrictEqual(auditedFields(person), auditedFields(after))) return;
  await changeAccount(tx, scope, { accountId: form.id, columns: {}, by: actor.accountId });
  await recordAccountChange(tx, actor, "edited", {
    id: form.id,
    name: after.nickname,
    before: auditedFields(person),
    after: auditedFields(after),
  });
  await announceChange(tx, scope, { before: person, after });
  if (after.email !== person.email) await mailNewAddress(tx, scope, { actor, person, newEmail: after.email });
}

async function mailNewAddress(
  tx: Tx,
  scope: Scope,
  { actor, person, newEmail }: { actor: Actor; person: StaffPerson; newEmail: string },
): Promise<void> {
  const about = await addressed(tx, scope, person);
  const change = { operator: actor.nickname, newEmail };
  for (const to of [person.email, newEmail]) await postMail(tx, emailChangedMail({ ...about, to }, change));
}
