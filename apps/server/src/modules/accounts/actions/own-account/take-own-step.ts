import type { RequestOf } from "@homeroom/contract/endpoint";
import type { twoStep } from "@homeroom/contract/two-step";
import { takeSecondStep } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { SecretBox } from "#platform/secrets/secret-box";
import { type AccountRecord, ownRecord } from "../../queries/own-account.ts";
import { checkOwnPassword, type OwnPassword, wrongPassword } from "./check-own-password.ts";

type Proof = RequestOf<typeof twoStep.end>;

export interface OwnStep extends OwnPassword {
  readonly secrets: SecretBox;
  /** Wrong codes, counted together with those at sign-in. */
  readonly stepTries: RateLimit;
}

/**
 * Runs a change of the actor's second step that needs both the password and a code, in one transaction with the
 * use of the code. Throws ACCOUNT_TWO_STEP_NOT_ON if there is none.
 */
export async function withOwnStep<Result>(
  own: OwnStep,
  actor: Actor,
  { password, code }: Proof,
  work: (tx: Tx, record: AccountRecord) => Promise<Result>,
): Promise<Result> {
  const known = await checkOwnPassword(own, actor, { password, field: "password" });
  await own.stepTries.take(actor.accountId);
  const scope = sharedScope(actor);
  const result = await inTransaction(own.db, scope, async (tx) => {
    const record = await ownRecord(tx, actor);
    const { account_id: accountId, two_step_secret: twoStepSecret } = record;
    if (record.password_hash !== known) throw wrongPassword("password");
    if (!record.two_step_enabled_at || !twoStepSecret) throw new AppError("ACCOUNT_TWO_STEP_NOT_ON");
    const taken = await takeSecondStep(own.secrets, tx, scope, { accountId, twoStepSecret, code });
    if (!taken) throw wrongStepCode();
    return work(tx, record);
  });
  await own.stepTries.clear(actor.accountId);
  return result;
}

/** The refusal of a wrong code, at its field. */
export function wrongStepCode(): AppError {
  const name = "ACCOUNT_TWO_STEP_WRONG_CODE";
  return new AppError(name, {}, { fields: [{ field: "code", name }] });
}
