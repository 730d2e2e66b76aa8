import type { RecordId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Forgets a campaign link; it can be brought back. Throws NOT_FOUND. */
export function removeUtmLink(db: Database, actor: Actor, linkId: RecordId): Promise<void> {
  requireAccess(actor, media.removeUtmLink);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const removed = await tx
      .updateTable("utm_link")
      .set({ deleted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("utm_link_id", "=", linkId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (removed.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
  });
}
