import type { AccountId } from "@homeroom/contract/ids";
import { endAccess, rightsChanged, withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { hashPassword } from "#platform/auth/passwords";
import { peopleScope } from "#platform/auth/scopes";
import type { Database } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { postMail } from "#platform/mail/mail";
import { emitStaffChanged } from "../events.ts";
import { passwordResetMail } from "../mails/account-mails.ts";
import { requireOpenable, requireReach } from "../policy.ts";
import { lockPeople } from "../queries/load-person.ts";
import { accountRecord } from "../queries/own-account.ts";
import { yardstickFor } from "../queries/staff-choices.ts";
import { fixedPasswordOf, randomPassword } from "../rules/initial-password.ts";
import { changeAccount, recordAccountChange } from "../writes.ts";
import type { StaffMaker } from "./add-staff.ts";
import { addressed } from "./addressed.ts";
import { announceSecurity } from "./announce-security.ts";
import { removeSecondStep } from "./own-account/end-two-step.ts";

/**
 * Gives a person an initial password: a random one, which is returned, or the given one. It works for 72 hours and
 * only for replacing it. Their sessions end, and a mail informs them without the password. The organisation's fixed
 * password is refused: others know it.
 */
export async function resetStaffPassword(
  platform: StaffMaker,
  caller: Actor,
  { id, password }: { id: AccountId; password: string },
): Promise<{ initialPassword: string | null }> {
  requireReach(caller, "password");
  if (password === fixedPasswordOf(platform, caller.organizationId)) {
    refuseFaults([{ field: "password", name: "FIELD_INVALID" }]);
  }
  const initialPassword = password === "" ? randomPassword() : null;
  const passwordHash = await hashPassword(initialPassword ?? password);
  await withRightsLock(platform.db, caller, async (tx, actor) => {
    const reach = requireReach(actor, "password");
    const scope = peopleScope(actor);
    const [person] = await lockPeople(tx, scope, [id], reach);
    if (!person) throw new AppError("NOT_FOUND");
    requireOpenable(actor, person, await yardstickFor(tx, scope, { actor, people: [person] }));
    const columns = {
      password_hash: passwordHash,
      password_initialized_at: null,
      initial_password: "random",
      password_given_at: new Date(),
    } as const;
    await changeAccount(tx, scope, { accountId: id, columns, by: actor.accountId });
    await endAccess(tx, scope, { accountId: id, nickname: person.nickname, by: actor });
    await recordAccountChange(tx, actor, "passwordReset", { id, name: person.nickname });
    await postMail(tx, passwordResetMail(await addressed(tx, scope, person), actor.nickname));
    await emitStaffChanged(tx, scope, id);
  });
  return { initialPassword };
}

/**
 * Removes a lost second step, so that the password is enough to sign in and set up another. Needs the right to reset
 * that person's password. Throws ACCOUNT_TWO_STEP_NOT_ON if there is none.
 */
export async function resetTwoStep(db: Database, caller: Actor, accountId: AccountId): Promise<void> {
  await withRightsLock(db, caller, async (tx, actor) => {
    const reach = requireReach(actor, "password");
    const scope = peopleScope(actor);
    const [person] = await lockPeople(tx, scope, [accountId], reach);
    if (!person) throw new AppError("NOT_FOUND");
    requireOpenable(actor, person, await yardstickFor(tx, scope, { actor, people: [person] }));
    const record = await accountRecord(tx, scope, { accountId, lock: false });
    if (!record.two_step_enabled_at) throw new AppError("ACCOUNT_TWO_STEP_NOT_ON");
    await removeSecondStep(tx, scope, accountId);
    await rightsChanged(tx, scope, [accountId]);
    await emitStaffChanged(tx, scope, accountId);
    await recordAccountChange(tx, actor, "twoStepDisabled", { id: accountId, name: record.nickname });
    await announceSecurity(tx, record, "twoStepReset", actor.nickname);
  });
}
