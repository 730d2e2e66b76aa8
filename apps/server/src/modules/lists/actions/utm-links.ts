import { RecordId } from "@homeroom/contract/ids";
import { media, type UtmForm, utmAddress } from "@homeroom/contract/media";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Builds and stores a campaign link. The same values again return the existing link. */
export function buildUtmLink(db: Database, actor: Actor, form: UtmForm): Promise<{ recordID: RecordId; link: string }> {
  requireAccess(actor, media.buildUtmLink);
  const scope = sharedScope(actor);
  const link = utmAddress(form);
  return inTransaction(db, scope, async (tx) => {
    const kept = await tx
      .insertInto("utm_link")
      .values({
        organization_id: scope.organizationId,
        utm_link_id: RecordId.parse(v7()),
        ...form,
        link,
        created_by: actor.accountId,
      })
      // An update, so that a row is returned; a removed link counts as new.
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "link"]).doUpdateSet({
          deleted_at: null,
          created_at: sql`case when utm_link.deleted_at is null then utm_link.created_at else now() end`,
        }),
      )
      .returning("utm_link_id")
      .executeTakeFirstOrThrow();
    return { recordID: kept.utm_link_id, link };
  });
}

/** Removes a campaign link, which can be restored. Throws NOT_FOUND. */
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

/** Restores a removed campaign link. Throws NOT_FOUND. */
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
