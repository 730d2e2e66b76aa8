import type { RequestOf } from "@homeroom/contract/endpoint";
import type { ownAccount } from "@homeroom/contract/own-account";
import { endAccess, rightsChanged } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { hashPassword } from "#platform/auth/passwords";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { ownRecord } from "../../queries/own-account.ts";
import { recordAccountChange } from "../../writes.ts";
import { announceSecurity } from "../announce-security.ts";
import { checkOwnPassword, type OwnPassword, wrongPassword } from "./check-own-password.ts";
import { replacePassword } from "./replace-password.ts";

/**
 * Changes the actor's own password. Ends all their other sessions and lifts the restriction to setting a password. Of
 * two simultaneous changes the second fails because the old password is wrong.
 */
export async function changePassword(
  own: OwnPassword,
  actor: Actor,
  { oldPassword, newPassword }: RequestOf<typeof ownAccount.modifyPassword>,
): Promise<void> {
  const known = await checkOwnPassword(own, actor, { password: oldPassword, field: "oldPassword" });
  if (oldPassword === newPassword) {
    const name = "ACCOUNT_PASSWORD_UNCHANGED";
    throw new AppError(name, {}, { fields: [{ field: "newPassword", name }] });
  }
  const passwordHash = await hashPassword(newPassword);
  const scope = sharedScope(actor);
  await inTransaction(own.db, scope, async (tx) => {
    const record = await ownRecord(tx, actor);
    if (record.password_hash !== known) throw wrongPassword("oldPassword");
    await replacePassword(tx, scope, { accountId: actor.accountId, passwordHash });
    const { accountId, nickname, sessionId: keepSessionId } = actor;
    await endAccess(tx, scope, { accountId, nickname, keepSessionId, by: actor });
    await rightsChanged(tx, scope, [actor.accountId]);
    await recordAccountChange(tx, actor, "passwordChanged", { id: actor.accountId, name: record.nickname });
    await announceSecurity(tx, record, "password");
  });
}
