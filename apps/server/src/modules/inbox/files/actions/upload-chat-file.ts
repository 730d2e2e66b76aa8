import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { inTemporaryPlace, maxPixels, type StoredFile, storeFile } from "#modules/files/public";
import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";

const megabyte = 1024 * 1024;
/** WhatsApp accepts JPEG and PNG up to this size. The contract's rule limits other files to 16 MB. */
const maxImageBytes = 5 * megabyte;
const maxSide = 4096;
/** Tried in this order until the picture is small enough. */
const jpegQualities = [88, 78, 65, 50];

/**
 * Stores a file to be sent. Pictures are turned upright, stripped of the camera's metadata (including place and
 * time) and made small enough for the provider.
 */
export async function uploadChatFile(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  // Templates may need a picture.
  if (!can(actor, "chat:message:template")) requirePermission(actor, "chat:message:send");
  const name = upload.fileName || `file.${upload.extension}`;
  const base = { name, contentType: upload.contentType, createdBy: actor.accountId };
  const scope = sharedScope(actor);
  if (upload.kind !== "image") return storeFile(platform, scope, { ...base, path: upload.path, size: upload.size });
  return inTemporaryPlace(platform, async (path) => {
    const image = await prepareImage(upload.path, path);
    return storeFile(platform, scope, { ...base, ...image, name: withExtension(name, image.contentType), path });
  });
}

interface PreparedImage {
  contentType: string;
  size: number;
  width: number;
  height: number;
}

async function prepareImage(from: string, to: string): Promise<PreparedImage> {
  try {
    const source = () =>
      sharp(from, { limitInputPixels: maxPixels })
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
    const { format } = await sharp(from, { limitInputPixels: maxPixels }).metadata();
    if (format === "png") {
      const png = await write(source().png({ compressionLevel: 9 }), to, "image/png");
      if (png.size <= maxImageBytes) return png;
    }
    for (const quality of jpegQualities) {
      const jpeg = await write(source().flatten({ background: "#ffffff" }).jpeg({ quality }), to, "image/jpeg");
      if (jpeg.size <= maxImageBytes) return jpeg;
    }
  } catch (error) {
    throw new AppError("CHAT_IMAGE_SELECT_FAILED", {}, { cause: error });
  }
  throw new AppError("FILE_TOO_LARGE", { n: maxImageBytes / megabyte });
}

async function write(image: Sharp, to: string, contentType: string): Promise<PreparedImage> {
  const { width, height } = await image.toFile(to);
  return { contentType, width, height, size: (await stat(to)).size };
}

function withExtension(name: string, contentType: string): string {
  const extension = contentType === "image/png" ? "png" : "jpg";
  return `${name.replace(/\.(jpe?g|png)$/i, "")}.${extension}`;
}
