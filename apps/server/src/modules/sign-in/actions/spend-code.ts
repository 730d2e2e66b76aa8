import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { inSystemTransaction, type SystemTx, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { CodePurpose } from "../mails/codes.ts";
import { codeHash } from "../rules/accounts.ts";

interface GivenCode {
  purpose: CodePurpose;
  email: string;
  code: string;
}

const maxTries = 5;

/**
 * Whether this is the code that was mailed to the address. Counts the attempt, even if the caller fails later. Throws
 * LOGIN_INVALID_VERIFICATION_CODE at `vCode` if it is wrong, too old or tried too often. Use it up with `spendCode`.
 */
export async function checkCode({ db, secrets }: Pick<Platform, "db" | "secrets">, given: GivenCode): Promise<void> {
  const email = given.email.toLowerCase();
  const kept = await inSystemTransaction(db, (tx) =>
    tx
      .updateTable("mailed_code")
      .set({ tries: sql`tries + 1` })
      .where("purpose", "=", given.purpose)
      .where("email", "=", email)
      .where("expires_at", ">", sql<Date>`now()`)
      .where("tries", "<", maxTries)
      .returning("code_hash")
      .executeTakeFirst(),
  );
  const right = kept && timingSafeEqual(kept.code_hash, codeHash(secrets, { ...given, email }));
  if (!right) throw wrongCode();
}

/** Uses up a checked code, in the transaction that needs it: of two calls at once, the second is refused. */
export async function spendCode(tx: Tx | SystemTx, given: Omit<GivenCode, "code">): Promise<void> {
  // Both kinds of transaction can reach this table.
  const used = await (tx as Tx)
    .deleteFrom("mailed_code")
    .where("purpose", "=", given.purpose)
    .where("email", "=", given.email.toLowerCase())
    .returning("email")
    .execute();
  if (used.length === 0) throw wrongCode();
}

function wrongCode(): AppError {
  const name = "LOGIN_INVALID_VERIFICATION_CODE";
  return new AppError(name, {}, { fields: [{ field: "vCode", name }] });
}
