import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { actorNow, storedActor } from "../queries/accounts.ts";

/**
 * Waits for the organisation's turn to change people and roles, held until the transaction ends, and answers the actor
 * with their rights at that moment: two people who take each other's rights at once cannot both succeed. Take it before
 * any row lock. Throws PERMISSION_DENIED for an actor who has lost the account, its last role or the branch meanwhile.
 */
export async function takeRightsTurn(tx: Tx, actor: Actor): Promise<Actor> {
  const turn = `${actor.organizationId} rights`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 7067))`.execute(tx);
  const now = await actorNow(tx, sharedScope(actor), storedActor(actor));
  if (!now) throw new AppError("PERMISSION_DENIED");
  return now;
}

/** One transaction that changes people or roles, in its turn and with the rights that the actor has then. */
export function inRightsTurn<Result>(
  db: Database,
  actor: Actor,
  work: (tx: Tx, now: Actor) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, sharedScope(actor), async (tx) => work(tx, await takeRightsTurn(tx, actor)));
}
