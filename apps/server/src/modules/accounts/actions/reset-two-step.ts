import type { AccountId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitStaffChanged } from "../events.ts";
import { requireChangeable, requireReach } from "../policy.ts";
import { lockPeople } from "../queries/load-person.ts";
import { accountRecord } from "../queries/own-account.ts";
import { rolesOf } from "../queries/staff-choices.ts";
import { announceSecurity } from "./announce-security.ts";
import { removeSecondStep } from "./own-account/end-two-step.ts";

/**
 * Removes a lost second step, so that the password alone signs in and another can be set up. Needs the right to reset
 * that person's password. Throws ACCOUNT_TWO_STEP_NOT_ON if there is none.
 */
export async function resetTwoStep(db: Database, actor: Actor, accountId: AccountId): Promise<void> {
  const reach = requireReach(actor, "password");
  const scope = peopleScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const [person] = await lockPeople(tx, scope, [accountId], reach);
    if (!person) throw new AppError("NOT_FOUND");
    const held = person.roles.map((role) => role.id);
    requireChangeable(actor, person, { roles: await rolesOf(tx, scope, held), others: true });
    const record = await accountRecord(tx, scope, { accountId, lock: false });
    if (!record.two_step_enabled_at) throw new AppError("ACCOUNT_TWO_STEP_NOT_ON");
    await removeSecondStep(tx, scope, accountId);
    await emitStaffChanged(tx, scope, accountId);
    await recordChange(tx, actor, {
      module: "user",
      action: "twoStepDisabled",
      subject: { type: "account", id: accountId, name: record.nickname },
    });
    await announceSecurity(tx, record, "twoStepReset", actor.nickname);
  });
}
