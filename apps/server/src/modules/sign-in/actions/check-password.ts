import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { Actor } from "#platform/auth/actor";
import { verifyPassword } from "#platform/auth/passwords";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { passwordOf } from "../queries/accounts.ts";

/** The error for a wrong password, and its field in the request. */
export interface PasswordQuestion {
  password: string;
  refusal: RefusalName;
  field: string;
}

/** `passwordHash` is the matching hash: the password may change before the action is done. */
export type PasswordCheck = (
  actor: Actor,
  question: PasswordQuestion,
) => Promise<{ isInitialized: boolean; passwordHash: string }>;

/**
 * Requires a signed-in person's password again, before sensitive actions. A try counts before it is
 * checked, and five wrong ones in 15 minutes lock further tries (TOO_MANY_REQUESTS), as at sign-in.
 */
export function passwordCheck(platform: Pick<Platform, "db" | "settings">): PasswordCheck {
  const limit = createRateLimit(platform, { name: "own-password", points: 5, seconds: 900 });
  return async (actor, { password, refusal, field }) => {
    await limit.take(actor.accountId);
    const scope = sharedScope(actor);
    const kept = await inTransaction(platform.db, scope, (tx) => passwordOf(tx, scope, actor.accountId));
    const right = kept !== undefined && (await verifyPassword(password, kept.passwordHash));
    if (!right) throw new AppError(refusal, {}, { fields: [{ field, name: refusal }] });
    await limit.clear(actor.accountId);
    return kept;
  };
}
