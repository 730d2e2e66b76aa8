import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { Actor } from "#platform/auth/actor";
import { verifyPassword } from "#platform/auth/passwords";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { passwordOf } from "../queries/accounts.ts";

/** Which error a wrong password is, and at which field of the request. */
export interface PasswordQuestion {
  password: string;
  refusal: RefusalName;
  field: string;
}

/** `passwordHash` is what the password fits: it may be changed before what it was asked for is done. */
export type PasswordCheck = (
  actor: Actor,
  question: PasswordQuestion,
) => Promise<{ isInitialized: boolean; passwordHash: string }>;

/**
 * Asks a signed-in person for their password again, before what must be theirs to decide. A try counts before it is
 * judged, and five wrong ones in 15 minutes lock further tries (TOO_MANY_REQUESTS), as at sign-in.
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
