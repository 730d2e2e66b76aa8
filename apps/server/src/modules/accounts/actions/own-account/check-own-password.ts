import type { PasswordCheck } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import type { Database } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** The input of calls that require the actor's own password again. */
export interface OwnPassword {
  readonly db: Database;
  readonly checkPassword: PasswordCheck;
}

/**
 * Checks the actor's own password and returns the matching hash: compare it in the transaction that needs it,
 * since the password may be changed meanwhile. Throws ACCOUNT_WRONG_CURRENT_PASSWORD at `field`, or TOO_MANY_REQUESTS.
 */
export async function checkOwnPassword(
  { checkPassword }: OwnPassword,
  actor: Actor,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const refusal = "ACCOUNT_WRONG_CURRENT_PASSWORD";
  return (await checkPassword(actor, { password, refusal, field })).passwordHash;
}

/** The refusal of a wrong current password, at its field. */
export function wrongPassword(field: string): AppError {
  const name = "ACCOUNT_WRONG_CURRENT_PASSWORD";
  return new AppError(name, {}, { fields: [{ field, name }] });
}
