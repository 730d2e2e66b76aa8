import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";

/** Wide enough for a whole screen; more would only slow the page down. */
const maxSide = 1600;

/** Keeps a JPEG or PNG for pages, upright and freed of what the camera wrote into it. */
export function uploadPageImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "ad:landing:add") && !can(actor, "ad:landing:edit")) throw new AppError("PERMISSION_DENIED");
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
