import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { allowanceOf } from "../queries/allowance.ts";
import { lockImages } from "../queries/images.ts";
import { type Image, restorableDays, titleOf } from "../rules.ts";
import { countBytes } from "../writes/allowance.ts";

/** Deletes images, all of them or none. Idempotent. Throws IMAGE_STILL_MADE and NOT_FOUND. */
export function removeImages(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<void> {
  return setDeleted(db, actor, ids, true);
}

/** Restores deleted images, all of them or none. Throws IMAGE_STORAGE_FULL and NOT_FOUND. */
export function restoreImages(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<void> {
  return setDeleted(db, actor, ids, false);
}

function setDeleted(db: Database, actor: Actor, ids: readonly RecordId[], deleted: boolean): Promise<void> {
  requirePermission(actor, "ad:aimedia:delete");
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const held = await lockImages(tx, scope, ids);
    if (held.length < new Set(ids).size) throw new AppError("NOT_FOUND");
    if (!deleted && held.some((image) => isGone(image, new Date()))) throw new AppError("NOT_FOUND");
    const images = held.filter(({ deleted_at: at }) => (at === null) === deleted);
    if (deleted && images.some(({ state }) => state === "queued")) throw new AppError("IMAGE_STILL_MADE");
    if (images.length > 0) await write(tx, { actor, scope, images, deleted });
  });
}

/** Whether its week is over: its picture may be under removal. */
function isGone({ deleted_at: at }: Image, now: Date): boolean {
  return at !== null && at.getTime() < now.getTime() - restorableDays * 86_400_000;
}

async function write(
  tx: Tx,
  { actor, scope, images, deleted }: { actor: Actor; scope: Scope; images: readonly Image[]; deleted: boolean },
): Promise<void> {
  const now = new Date();
  const imageIds = images.map(({ image_id: id }) => id);
  await tx
    .updateTable("ai_image")
    .set({ deleted_at: deleted ? now : null, updated_at: now })
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("image_id", imageIds))
    .execute();
  for (const image of images) {
    const subject = { type: "image", id: image.image_id, name: titleOf(image) };
    await recordChange(tx, actor, { module: "image", action: deleted ? "deleted" : "restored", subject });
  }
  const bytes = images.reduce((sum, { size }) => sum + size, 0);
  const { storageLimit } = await allowanceOf(tx, scope);
  await countBytes(tx, scope, deleted ? { bytes: -bytes } : { bytes, limit: storageLimit });
}
