import { stat } from "node:fs/promises";
import type { AccountId } from "@homeroom/contract/ids";
import sharp from "sharp";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import type { StoredFile } from "../queries.ts";
import { inTemporaryPlace } from "./in-temporary-place.ts";
import { keepFile } from "./keep-file.ts";
import { largestPixels } from "./measure-image.ts";

/**
 * Keeps a JPEG or PNG that is shown in the product (avatar, logo): upright, freed of what the camera wrote into it, and
 * no longer than `longestSide` pixels. Throws WRONG_FILE_FORMAT for other kinds and for what no picture can be read from.
 */
export async function keepPicture(
  platform: Platform,
  scope: Scope,
  upload: Upload,
  { createdBy, longestSide }: { createdBy: AccountId | null; longestSide: number },
): Promise<StoredFile> {
  const isPng = upload.contentType === "image/png";
  if (!isPng && upload.contentType !== "image/jpeg") throw new AppError("WRONG_FILE_FORMAT");
  return inTemporaryPlace(platform, async (path) => {
    const size = await redraw(upload.path, path, { isPng, longestSide });
    const name = upload.fileName || `picture.${upload.extension}`;
    return keepFile(platform, scope, { path, name, contentType: upload.contentType, ...size, createdBy });
  });
}

async function redraw(from: string, to: string, { isPng, longestSide }: { isPng: boolean; longestSide: number }) {
  try {
    const upright = sharp(from, { limitInputPixels: largestPixels })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
    const drawn = isPng ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 88 });
    const { width, height } = await drawn.toFile(to);
    return { width, height, size: (await stat(to)).size };
  } catch (cause) {
    throw new AppError("WRONG_FILE_FORMAT", {}, { cause });
  }
}
