import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { twoStep } from "@homeroom/contract/two-step";
import { forgetSecondStep, newStepKey, renewRecoveryCodes, rightsChanged, takeAppCode } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { ownRecord } from "../../queries/own-account.ts";
import { recordAccountChange } from "../../writes.ts";
import { announceSecurity } from "../announce-security.ts";
import { checkOwnPassword, type OwnPassword, wrongPassword } from "./check-own-password.ts";
import { wrongStepCode } from "./take-own-step.ts";

/** Makes a key for an authenticator app and replaces an unconfirmed one. It has no effect until it is confirmed. */
export async function startTwoStep(
  own: OwnPassword & { secrets: SecretBox },
  actor: Actor,
  { password }: RequestOf<typeof twoStep.start>,
): Promise<ResponseOf<typeof twoStep.start>> {
  const known = await checkOwnPassword(own, actor, { password, field: "password" });
  const scope = sharedScope(actor);
  return inTransaction(own.db, scope, async (tx) => {
    const record = await ownRecord(tx, actor);
    if (record.password_hash !== known) throw wrongPassword("password");
    if (record.two_step_enabled_at) throw new AppError("ACCOUNT_TWO_STEP_ALREADY_ON");
    const { secret, address, sealed } = newStepKey(own.secrets, record.email);
    await tx
      .updateTable("account")
      .set({ two_step_secret: sealed })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .execute();
    return { secret, address };
  });
}

/** Turns on the actor's second step with a code of the new key; returns their recovery codes. */
export async function confirmTwoStep(
  { db, secrets }: Platform,
  tries: RateLimit,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const scope = sharedScope(actor);
  await tries.take(actor.accountId);
  const codes = await inTransaction(db, scope, async (tx) => {
    const record = await ownRecord(tx, actor);
    const { account_id: accountId, two_step_secret: twoStepSecret } = record;
    if (record.two_step_enabled_at) throw new AppError("ACCOUNT_TWO_STEP_ALREADY_ON");
    if (!twoStepSecret) throw new AppError("ACCOUNT_TWO_STEP_NOT_ON");
    await forgetSecondStep(tx, scope, accountId);
    if (!(await takeAppCode(secrets, tx, scope, { accountId, twoStepSecret, code }))) throw wrongStepCode();
    await tx
      .updateTable("account")
      .set({ two_step_enabled_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", accountId)
      .execute();
    await rightsChanged(tx, scope, [accountId]);
    await recordAccountChange(tx, actor, "twoStepEnabled", { id: accountId, name: record.nickname });
    await announceSecurity(tx, record, "twoStepOn");
    return renewRecoveryCodes(secrets, tx, scope, accountId);
  });
  await tries.clear(actor.accountId);
  return codes;
}
