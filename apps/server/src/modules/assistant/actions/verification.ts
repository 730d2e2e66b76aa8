import { verifiedMinutes } from "@homeroom/contract/assistant";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";
import { type TestedValues, triedText } from "../rules/signs.ts";

interface Verification {
  actor: Actor;
  secrets: SecretBox;
  tried: TestedValues;
}

/** Records that the actor has tested these values successfully. Only a signature is stored. */
export async function recordVerification(tx: Tx, { actor, secrets, tried }: Verification): Promise<void> {
  await tx
    .insertInto("assistant_verification")
    .values({ organization_id: actor.organizationId, account_id: actor.accountId, sign: signOf(secrets, tried) })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "account_id", "sign"]).doUpdateSet({ verified_at: new Date() }),
    )
    .execute();
}

/** Throws SETTING_NOT_VERIFIED unless the actor has tested these values recently. */
export async function requireVerified(tx: Tx, { actor, secrets, tried }: Verification): Promise<void> {
  const found = await tx
    .selectFrom("assistant_verification")
    .select("sign")
    .where("organization_id", "=", actor.organizationId)
    .where("account_id", "=", actor.accountId)
    .where("sign", "=", signOf(secrets, tried))
    .where("verified_at", ">", new Date(Date.now() - verifiedMinutes * 60_000))
    .executeTakeFirst();
  if (tried.apiKey === "" || !found) throw new AppError("SETTING_NOT_VERIFIED");
}

/** Removes expired test results, in all organisations. */
export async function removeOldVerifications(db: Database): Promise<void> {
  await inSystemTransaction(db, (tx) =>
    sql`delete from assistant_verification where verified_at < now() - interval '1 day'`.execute(tx),
  );
}

function signOf(secrets: SecretBox, tried: TestedValues): string {
  return secrets.sign("assistant-test", triedText(tried));
}
