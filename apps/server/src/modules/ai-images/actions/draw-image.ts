import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { fileById, inTemporaryPlace, maxPixels, type StoredFile, storeFile } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { ImageError, type ImageMaker } from "../port.ts";
import { loadPicture } from "../queries/images.ts";
import { type Image, pixelsOf, titleOf } from "../rules.ts";

/** A source is sent within the request. */
const maxSourceSide = 2048;

interface Parts {
  platform: Platform;
  maker: ImageMaker | null;
  scope: Scope;
}

/** Has the provider make an image and stores it as a JPEG. Throws ImageError. */
export async function drawImage(parts: Parts, image: Image, signal?: AbortSignal): Promise<StoredFile> {
  const { platform, maker, scope } = parts;
  if (!maker || !image.model || !image.ratio || !image.resolution) throw imageError("badRequest");
  const source = await sourceOf(parts, image);
  const request = { model: image.model, prompt: image.prompt, ...pixelsOf(image.ratio, image.resolution), source };
  const bytes = await maker.make(request, signal);
  return inTemporaryPlace(platform, async (path) => {
    const size = await asJpeg(bytes, path);
    const name = `${titleOf(image)}.jpg`;
    return storeFile(platform, scope, {
      path,
      name,
      contentType: "image/jpeg",
      ...size,
      createdBy: image.created_by,
      isOwed: true,
    });
  });
}

async function asJpeg(bytes: Uint8Array, path: string) {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 92 })
      .toFile(path);
    return { width, height, size: (await stat(path)).size };
  } catch {
    throw imageError("unreadable");
  }
}

async function sourceOf({ platform, scope }: Parts, image: Image): Promise<Uint8Array | null> {
  const { source_id: sourceId } = image;
  if (sourceId === null) return null;
  const key = await inTransaction(platform.db, scope, async (tx) => {
    const found = await loadPicture(tx, scope, sourceId).catch(() => null);
    return found && (await fileById(tx, scope, found.file_id))?.storage_key;
  });
  if (!key) throw imageError("badRequest");
  return sharp(await buffer(await platform.files.open(key)), { limitInputPixels: maxPixels })
    .resize({ width: maxSourceSide, height: maxSourceSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function imageError(reason: "badRequest" | "unreadable"): ImageError {
  return new ImageError({ reason, passing: reason === "unreadable", detail: "" });
}
