import type { RecordId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Brings a forgotten campaign link back. Throws NOT_FOUND. */
export function restoreUtmLink(db: Database, actor: Actor, linkId: RecordId): Promise<void> {
  requireAccess(actor, media.restoreUtmLink);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const restored = await tx
      .updateTable("utm_link")
      .set({ deleted_at: null })
      .where("organization_id", "=", scope.organizationId)
      .where("utm_link_id", "=", linkId)
      .executeTakeFirst();
    if (restored.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
  });
}
