import { randomInt } from "node:crypto";
import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import { isAppCode, newRecoveryCode, recoveryHash, stepOf } from "../rules/second-step.ts";

/** How many recovery codes a person gets. */
const recoveryCodeCount = 10;

/** An account with the sealed key of its second step. */
export interface StepOwner {
  accountId: AccountId;
  twoStepSecret: Buffer;
}

/**
 * Checks a code of a second step, in the transaction that needs it: from the authenticator app, or one of the recovery
 * codes. Each works once, also for two concurrent calls. Null: wrong or already used.
 */
export async function takeSecondStep(
  secrets: SecretBox,
  tx: Tx,
  scope: Scope,
  given: StepOwner & { code: string },
): Promise<"code" | "recovery" | null> {
  if (isAppCode(given.code)) return (await takeAppCode(secrets, tx, scope, given)) ? "code" : null;
  const used = await tx
    .updateTable("recovery_code")
    .set({ used_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", given.accountId)
    .where("code_hash", "=", recoveryHash(secrets, given.accountId, given.code))
    .where("used_at", "is", null)
    .returning("account_id")
    .execute();
  return used.length > 0 ? "recovery" : null;
}

/** Checks a code of the authenticator app only, to turn on the second step. */
export async function takeAppCode(
  secrets: SecretBox,
  tx: Tx,
  scope: Scope,
  { accountId, twoStepSecret, code }: StepOwner & { code: string },
): Promise<boolean> {
  const step = stepOf(secrets, twoStepSecret, { code, at: new Date() });
  if (step === null) return false;
  const touched = await sql`
    insert into two_step_use (organization_id, account_id, used_step)
    values (${scope.organizationId}, ${accountId}, ${step})
    on conflict (organization_id, account_id) do update set used_step = excluded.used_step
      where two_step_use.used_step < excluded.used_step
    returning used_step`.execute(tx);
  return touched.rows.length > 0;
}

/** Makes ten new recovery codes, stored only as hashes, and removes the earlier ones. */
export async function renewRecoveryCodes(
  secrets: SecretBox,
  tx: Tx,
  scope: Scope,
  accountId: AccountId,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => newRecoveryCode(randomInt));
  await removeRecoveryCodes(tx, scope, accountId);
  await tx
    .insertInto("recovery_code")
    .values(
      codes.map((code) => ({
        organization_id: scope.organizationId,
        account_id: accountId,
        code_hash: recoveryHash(secrets, accountId, code),
      })),
    )
    .execute();
  return codes;
}

/** Removes the data of a second step that was turned off. */
export async function forgetSecondStep(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  await removeRecoveryCodes(tx, scope, accountId);
  for (const table of ["two_step_use", "sign_in_ticket"] as const) {
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", accountId)
      .execute();
  }
}

async function removeRecoveryCodes(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  await tx
    .deleteFrom("recovery_code")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
}
