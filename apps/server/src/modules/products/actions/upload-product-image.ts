import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";

const maxSide = 2048;

/** Keeps a JPEG or PNG of a product, upright and freed of what the camera wrote into it. */
export function uploadProductImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "sale:product:add") && !can(actor, "sale:product:edit")) throw new AppError("PERMISSION_DENIED");
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
