import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";

/** Remembers that the actor has seen the guided tour; the first time counts. */
export async function completeTour(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("account")
      .set({ tour_completed_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .where("tour_completed_at", "is", null)
      .execute(),
  );
}
