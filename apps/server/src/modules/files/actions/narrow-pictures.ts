import { stat } from "node:fs/promises";
import { FileId } from "@homeroom/contract/ids";
import sharp from "sharp";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { filesByIds, narrowOnes, type StoredFile } from "../queries.ts";
import { inTemporaryPlace } from "./in-temporary-place.ts";
import { maxPixels } from "./measure-image.ts";

/** The widths that phones and small windows show, in device pixels. */
const widths = [480, 720, 1080];
const contentType = "image/webp";

/**
 * Resizes pictures to the widths of screens, each once, as WebP; existing ones stay. A picture that cannot be read
 * gets none and is shown as it is.
 */
export async function narrowPictures(platform: Platform, scope: Scope, ids: readonly FileId[]): Promise<void> {
  const { pictures, there } = await inTransaction(platform.db, scope, async (tx) => ({
    pictures: await filesByIds(tx, scope, ids),
    there: await narrowOnes(tx, scope, ids),
  }));
  for (const picture of pictures.values()) {
    const known = new Set(there.get(picture.file_id)?.map(({ width }) => width));
    for (const width of widthsOf(picture)) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time: drawing takes a processor and its memory
      if (!known.has(width)) await narrow(platform, scope, { picture, width });
    }
  }
}

/** The widths below the picture's own, and its own. */
function widthsOf({ width }: StoredFile): number[] {
  return width === null ? [] : [...widths.filter((one) => one < width), width];
}

async function narrow(
  platform: Platform,
  scope: Scope,
  { picture, width }: { picture: StoredFile; width: number },
): Promise<void> {
  const from = picture.storage_key;
  if (from === null) return;
  await inTemporaryPlace(platform, async (path) => {
    const drawn = await platform.files
      .withPath(from, (original) => draw(original, path, width))
      .catch((error: unknown) => {
        platform.log.warn({ err: error, fileId: picture.file_id }, "a picture cannot be drawn narrower");
        return null;
      });
    if (!drawn) return;
    const fileId = FileId.parse(v7());
    const key = `${scope.organizationId}/${fileId}`;
    await platform.files.put(key, path);
    const added = await inTransaction(platform.db, scope, (tx) =>
      tx
        .insertInto("stored_file")
        .values({
          ...{ organization_id: scope.organizationId, file_id: fileId, narrow_of: picture.file_id },
          ...{ name: picture.name, content_type: contentType, storage_key: key, created_by: null },
          ...drawn,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning("file_id")
        .executeTakeFirst(),
    );
    // Another page with this picture was published at the same time.
    if (!added) await platform.files.remove(key);
  });
}

async function draw(from: string, to: string, asked: number) {
  const { width, height } = await sharp(from, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: asked })
    .webp({ quality: 70 })
    .toFile(to);
  return { width, height, size: (await stat(to)).size };
}
