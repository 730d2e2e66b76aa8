import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { twoStep } from "@homeroom/contract/two-step";
import { newStepKey } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";
import { ownRecord } from "../../queries/own-account.ts";
import { checkOwnPassword, type OwnPassword, wrongPassword } from "./check-own-password.ts";

/** Makes a key for an authenticator app, in the place of one that was never confirmed. It counts for nothing yet. */
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
