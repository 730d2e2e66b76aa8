import type { Actor } from "#platform/auth/actor";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Tables with the states of people who are signing in at a platform. */
export type SignInTable = "meta_sign_in" | "volcengine_sign_in";

/** The time for a sign-in at a platform. */
const signInMs = 15 * 60_000;

/** Makes a state for an actor's sign-in at a platform: valid once, only for them, for a quarter of an hour. */
export async function newSignInState(tx: Tx, scope: Scope, of: { table: SignInTable; actor: Actor }): Promise<string> {
  const state = newToken();
  await tx
    .deleteFrom(of.table)
    .where("organization_id", "=", scope.organizationId)
    .where((where) =>
      where.or([
        where("account_id", "=", of.actor.accountId),
        where("created_at", "<", new Date(Date.now() - signInMs)),
      ]),
    )
    .execute();
  await tx
    .insertInto(of.table)
    .values({ organization_id: scope.organizationId, state_hash: hashToken(state), account_id: of.actor.accountId })
    .execute();
  return state;
}

/** Uses up a state; false if it is not the actor's own, is too old, or was used. */
export async function useSignInState(
  tx: Tx,
  scope: Scope,
  { table, actor, state }: { table: SignInTable; actor: Actor; state: string },
): Promise<boolean> {
  const used = await tx
    .deleteFrom(table)
    .where("organization_id", "=", scope.organizationId)
    .where("state_hash", "=", hashToken(state))
    .where("account_id", "=", actor.accountId)
    .where("created_at", ">", new Date(Date.now() - signInMs))
    .executeTakeFirst();
  return Number(used.numDeletedRows) > 0;
}
