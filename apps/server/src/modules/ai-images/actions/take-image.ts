import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { aiImages } from "@homeroom/contract/ai-images";
import type { RecordId } from "@homeroom/contract/ids";
import sharp from "sharp";
import { fileById, inTemporaryPlace, maxPixels, type StoredFile, storeFile } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { loadPicture } from "../queries/images.ts";
import { titleOf } from "../rules.ts";

/** Fits the limits of all uses, such as WhatsApp's 5 MB. */
const maxSide = 2048;

/**
 * Copies an image into a JPEG of the actor, usable like any upload. The library records which files
 * are copies, and so where an image is used. Throws NOT_FOUND.
 */
export async function takeImage(platform: Platform, actor: Actor, imageId: RecordId): Promise<StoredFile> {
  requireAccess(actor, aiImages.take);
  const scope = sharedScope(actor);
  const { image, key } = await inTransaction(platform.db, scope, async (tx) => {
    const found = await loadPicture(tx, scope, imageId);
    return { image: found, key: (await fileById(tx, scope, found.file_id))?.storage_key };
  });
  if (!key) throw new AppError("NOT_FOUND");
  const bytes = await buffer(await platform.files.open(key));
  const copy = await inTemporaryPlace(platform, async (path) => {
    const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels })
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 88 })
      .toFile(path);
    const { size } = await stat(path);
    const name = `${titleOf(image)}.jpg`;
    const file = { path, name, contentType: "image/jpeg", size, width, height, createdBy: actor.accountId };
    return storeFile(platform, scope, file);
  });
  await inTransaction(platform.db, scope, (tx) =>
    tx
      .insertInto("ai_image_copy")
      .values({ organization_id: scope.organizationId, file_id: copy.file_id, image_id: imageId })
      .execute(),
  );
  return copy;
}
