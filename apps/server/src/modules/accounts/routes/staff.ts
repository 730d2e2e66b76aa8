import { type StaffFilters, staff } from "@homeroom/contract/staff";
import { fileAddresses, presentStoredPicture } from "#modules/files/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addStaff } from "../actions/add-staff.ts";
import { editStaff } from "../actions/edit-staff.ts";
import { eraseStaff } from "../actions/erase-staff.ts";
import { exportStaff } from "../actions/export-staff.ts";
import { removeStaff } from "../actions/remove-staff.ts";
import { resetStaffPassword } from "../actions/reset-sign-in.ts";
import { setStaffStatus } from "../actions/set-staff-status.ts";
import { uploadStaffAvatar } from "../actions/upload-avatars.ts";
import { requireReach } from "../policy.ts";
import type { FindTraces } from "../port.ts";
import { presentChoices, presentStaffForm, presentStaffRow } from "../present/present-staff.ts";
import { loadPerson, type StaffPerson } from "../queries/load-person.ts";
import { peopleByIds } from "../queries/people.ts";
import { departmentsOf, newPasswordKind, rolesOf, yardstickFor } from "../queries/staff-choices.ts";
import { listStaff } from "../queries/staff-list.ts";

/** Binds the calls for the records of staff. `traces`: finds people referenced by rows of other modules. */
export function bindStaffRoutes(bind: Binder, platform: Platform, traces: readonly FindTraces[]): void {
  const { db } = platform;
  bind(staff.list, (request, { actor }) => listOf(platform, actor, { request, teachers: false }));
  bind(staff.teachers, (request, { actor }) => listOf(platform, actor, { request, teachers: true }));
  bind(staff.exportAll, (request, { actor, language }) => exportStaff(db, actor, { request, language }));
  bind(staff.choices, (_, { actor }) => {
    const scope = peopleScope(actor);
    return inTransaction(db, scope, async (tx) =>
      presentChoices(actor, {
        roles: await rolesOf(tx, scope),
        branches: await branchesOf(tx, scope),
        departments: await departmentsOf(tx, scope),
        newPasswords: await newPasswordKind(tx, scope, platform),
      }),
    );
  });
  bind(staff.form, ({ id }, { actor }) => {
    const scope = peopleScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const person = await loadPerson(tx, scope, id, requireReach(actor, "query"));
      const named = [person.created_by, person.updated_by].filter((one) => one !== null);
      const people = await peopleByIds(tx, scope, named);
      return presentStaffForm(person, { ...(await around(platform, actor, { tx, scope, shown: [person] })), people });
    });
  });
  bindStaffWrites(bind, platform, traces);
}

function bindStaffWrites(bind: Binder, platform: Platform, traces: readonly FindTraces[]): void {
  const { db } = platform;
  bind(staff.add, (form, { actor }) => addStaff(platform, actor, form));
  bind(staff.edit, (form, { actor }) => editStaff(db, actor, form));
  bind(staff.remove, ({ ids }, { actor }) => removeStaff({ db, traces }, actor, ids));
  bind(staff.erase, ({ recordsn }, { actor }) => eraseStaff(platform, actor, recordsn));
  bind(staff.resetPassword, (request, { actor }) => resetStaffPassword(platform, actor, request));
  bind(staff.updateStatus, ({ recordsn, status }, { actor }) => setStaffStatus(db, actor, { ids: recordsn, status }));
  bind(staff.uploadAvatar, async ({ recordsn }, { actor, upload }) => {
    const file = await uploadStaffAvatar(platform, actor, { upload, recordsn });
    return presentStoredPicture(platform, file);
  });
}

function listOf(platform: Platform, actor: Actor, { request, teachers }: { request: StaffFilters; teachers: boolean }) {
  const scope = peopleScope(actor);
  return inTransaction(platform.db, scope, async (tx) => {
    const timeZone = await timeZoneOf(tx, scope, actor.branchId);
    const { people, ...page } = await listStaff(tx, scope, { request, sought: { teachers, timeZone } });
    const beside = await around(platform, actor, { tx, scope, shown: people });
    const list = people.map((person) => presentStaffRow(person, beside));
    return { ...page, list, pageNum: request.pageNum, pageSize: request.pageSize };
  });
}

/** The related data for rows of people: a few statements, however many people. */
async function around(
  platform: Platform,
  actor: Actor,
  { tx, scope, shown }: { tx: Tx; scope: Scope; shown: readonly StaffPerson[] },
) {
  const pictures = shown.flatMap((person) => person.avatar_file_id ?? []);
  const addresses = await fileAddresses(platform)(tx, scope, pictures);
  return { actor, yardstick: await yardstickFor(tx, scope, { actor, people: shown }), addresses };
}
