import type { AccountId } from "@homeroom/contract/ids";
import { staffStatuses } from "@homeroom/contract/staff";
import { removeFilesByIds } from "#modules/files/public";
import { forgetSessions, withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope, sharedScope } from "#platform/auth/scopes";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { emitStaffChanged } from "../events.ts";
import { requireChangeable, requireReach } from "../policy.ts";
import { lockPeople } from "../queries/load-person.ts";
import { rolesOfPeople } from "../queries/staff-choices.ts";
import { changeAccount, recordAccountChange } from "../writes.ts";

const erased = {
  staff_id: null,
  first_name: "",
  last_name: "",
  ename: "",
  area_code: "",
  phone: "",
  gender: 0,
  birth_date: null,
  education: 0,
  school: "",
  introduction: "",
  address: "",
  emergency_name: "",
  emergency_area_code: "",
  emergency_phone: "",
  emergency_email: "",
  notes: "",
  avatar_file_id: null,
  two_step_secret: null,
  two_step_enabled_at: null,
  // No password has this as its hash: nobody signs in with it again.
  password_hash: "",
} as const;

/**
 * Erases the personal data of a person who has left: everything except the name that history shows, including the picture and
 * the places and times of sign-ins. The e-mail can be used for another account. Throws STAFF_NOT_LEFT.
 */
export async function eraseStaff(platform: Platform, caller: Actor, id: AccountId): Promise<null> {
  const pictures = await withRightsLock(platform.db, caller, async (tx, actor) => {
    const reach = requireReach(actor, "delete");
    const scope = peopleScope(actor);
    const [person] = await lockPeople(tx, scope, [id], reach);
    if (!person) throw new AppError("NOT_FOUND");
    const roles = await rolesOfPeople(tx, scope, [person]);
    requireChangeable(actor, person, { roles, others: true });
    if (person.status !== staffStatuses.left) throw new AppError("STAFF_NOT_LEFT");
    if (person.erased_at) return [];
    const columns = { ...erased, email: `${id}@erased.invalid`, erased_at: new Date() };
    await changeAccount(tx, scope, { accountId: id, columns, by: actor.accountId });
    await forgetSessions(tx, scope, id);
    await recordAccountChange(tx, actor, "erased", { id, name: person.nickname });
    await emitStaffChanged(tx, scope, id);
    return person.avatar_file_id ? [person.avatar_file_id] : [];
  });
  await removeFilesByIds(platform, sharedScope(caller), pictures);
  return null;
}
