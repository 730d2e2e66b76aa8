import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { endSession } from "./end-sessions.ts";

/** Signs the actor out. */
export async function logOut(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    await endSession(tx, scope, actor.sessionId);
    await recordChange(tx, actor, {
      module: "login",
      action: "signedOut",
      subject: { type: "account", id: actor.accountId, name: actor.nickname },
    });
  });
}
