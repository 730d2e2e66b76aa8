import { aiImages } from "@homeroom/contract/ai-images";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { removeFilesByIds, type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { allowanceOf } from "../queries/allowance.ts";
import { loadImage } from "../queries/images.ts";
import { tidyTags } from "../rules.ts";
import { countBytes } from "../writes/allowance.ts";

const maxSide = 4096;

interface ImageUpload {
  upload: Upload;
  name?: string | undefined;
  tag: readonly string[];
  sourceID?: RecordId | undefined;
}

/**
 * Adds a JPEG or PNG to the library, without the camera's metadata. Throws WRONG_FILE_FORMAT,
 * IMAGE_STORAGE_FULL, and NOT_FOUND for a source that does not exist.
 */
export async function uploadImage(
  platform: Platform,
  actor: Actor,
  { upload, name, tag, sourceID }: ImageUpload,
): Promise<{ imageId: RecordId; file: StoredFile }> {
  requireAccess(actor, aiImages.upload);
  const scope = sharedScope(actor);
  const file = await storePicture(platform, scope, upload, { createdBy: actor.accountId, maxSide });
  const imageId = RecordId.parse(v7());
  const title = name || file.name.replace(/\.[^.]+$/, "").slice(0, 100);
  try {
    await inTransaction(platform.db, scope, async (tx) => {
      if (sourceID) await loadImage(tx, scope, sourceID);
      const { storageLimit } = await allowanceOf(tx, scope);
      await tx
        .insertInto("ai_image")
        .values({
          organization_id: scope.organizationId,
          ...{ image_id: imageId, name: title, type: "uploaded", state: "done", reason: null },
          ...{ ratio: null, resolution: null, model: null, task_id: null },
          tags: tidyTags(tag),
          source_id: sourceID ?? null,
          file_id: file.file_id,
          width: file.width ?? 0,
          height: file.height ?? 0,
          size: file.size,
          content_type: file.content_type,
          created_by: actor.accountId,
        })
        .execute();
      const subject = { type: "image", id: imageId, name: title };
      await recordChange(tx, actor, { module: "image", action: "created", subject, after: { tag: tag.join(", ") } });
      await countBytes(tx, scope, { bytes: file.size, limit: storageLimit });
    });
  } catch (error) {
    await removeFilesByIds(platform, scope, [file.file_id]);
    throw error;
  }
  return { imageId, file };
}
