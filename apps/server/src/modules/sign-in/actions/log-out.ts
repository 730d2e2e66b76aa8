import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { endSession } from "./end-sessions.ts";

/** Signs the actor out. */
export async function logOut(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) => endSession(tx, scope, actor.sessionId));
}
