import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { actorNow, storedActor } from "../queries/accounts.ts";

/**
 * Takes the organisation's lock for changes of people and roles until the transaction ends, and returns the actor
 * with their rights at that moment: two people who remove each other's rights at once cannot both succeed. Take it before
 * any row lock. Throws PERMISSION_DENIED for an actor who has lost the account, its last role or the branch meanwhile.
 */
export async function lockRights(tx: Tx, actor: Actor): Promise<Actor> {
  const turn = `${actor.organizationId} rights`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 7067))`.execute(tx);
  const now = await actorNow(tx, sharedScope(actor), storedActor(actor));
  if (!now) throw new AppError("PERMISSION_DENIED");
  return now;
}

/** Runs one transaction that changes people or roles, under that lock and with the actor's current rights. */
export function withRightsLock<Result>(
  db: Database,
  actor: Actor,
  work: (tx: Tx, now: Actor) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, sharedScope(actor), async (tx) => work(tx, await lockRights(tx, actor)));
}
