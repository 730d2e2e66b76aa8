import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";

/** Lets mail go to an address again. Not stopped: nothing changes. */
export function liftEmailStop(db: Database, actor: Actor, written: string): Promise<void> {
  requireAccess(actor, broadcastSettings.liftStop);
  const scope = sharedScope(actor);
  const address = written.toLowerCase();
  return inTransaction(db, scope, async (tx) => {
    const lifted = await tx
      .deleteFrom("email_stop")
      .where("organization_id", "=", scope.organizationId)
      .where("address", "=", address)
      .executeTakeFirst();
    if (lifted.numDeletedRows === 0n) return;
    await recordChange(tx, actor, {
      module: "broadcast",
      action: "deleted",
      subject: { type: "emailStop", id: scope.organizationId, name: address },
    });
  });
}
