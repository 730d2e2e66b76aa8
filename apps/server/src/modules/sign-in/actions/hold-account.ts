import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type SignInAccount, signInAccount } from "../queries/accounts.ts";
import { requireOpen } from "../rules/accounts.ts";

/** An account with a correct password. */
interface VerifiedPassword {
  accountId: AccountId;
  /** The hash that the password matched. */
  passwordHash: string;
  /** The error if the password has changed meanwhile. */
  refusal: RefusalName;
}

/**
 * Locks an account's password until the transaction that signs the person in ends. A change of it is either seen here and
 * refused, or comes after and ends the session. Call it before anything else of the account is written.
 */
export async function holdPassword(
  tx: Tx,
  scope: Scope,
  { accountId, passwordHash, refusal }: VerifiedPassword,
): Promise<void> {
  const kept = await sql<{ hash: string }>`
    select password_hash as hash from account_password
    where organization_id = ${scope.organizationId} and account_id = ${accountId} for share`.execute(tx);
  if (kept.rows[0]?.hash !== passwordHash) throw new AppError(refusal);
}

/** The same for a sign-in, for which the account may also have been closed. Throws the reason for a refusal. */
export async function holdAccount(tx: Tx, account: SignInAccount, refusal: RefusalName): Promise<void> {
  const { organizationId, accountId, passwordHash } = account;
  const scope = organizationScope(organizationId);
  await holdPassword(tx, scope, { accountId, passwordHash, refusal });
  const now = await signInAccount(tx, scope, accountId);
  if (!now) throw new AppError(refusal);
  requireOpen(now);
}
