import { stat } from "node:fs/promises";
import sharp from "sharp";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import type { StoredFile } from "../queries.ts";
import { inTemporaryPlace } from "./in-temporary-place.ts";
import { maxPixels } from "./measure-image.ts";
import { type FinishedFile, storeFile } from "./store-file.ts";

/**
 * Stores a JPEG or PNG that is shown in the product (avatar, logo): upright, without the camera's metadata, and
 * no longer than `maxSide` pixels. Throws WRONG_FILE_FORMAT for other kinds and unreadable files.
 */
export async function storePicture(
  platform: Platform,
  scope: Scope,
  upload: Upload,
  { maxSide, ...by }: Pick<FinishedFile, "createdBy" | "isReserved"> & { maxSide: number },
): Promise<StoredFile> {
  const isPng = upload.contentType === "image/png";
  if (!isPng && upload.contentType !== "image/jpeg") throw new AppError("WRONG_FILE_FORMAT");
  return inTemporaryPlace(platform, async (path) => {
    const size = await redraw(upload.path, path, { isPng, maxSide });
    const name = upload.fileName || `picture.${upload.extension}`;
    return storeFile(platform, scope, { path, name, contentType: upload.contentType, ...size, ...by });
  });
}

async function redraw(from: string, to: string, { isPng, maxSide }: { isPng: boolean; maxSide: number }) {
  try {
    const upright = sharp(from, { limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
    const drawn = isPng ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 88 });
    const { width, height } = await drawn.toFile(to);
    return { width, height, size: (await stat(to)).size };
  } catch (cause) {
    throw new AppError("WRONG_FILE_FORMAT", {}, { cause });
  }
}
