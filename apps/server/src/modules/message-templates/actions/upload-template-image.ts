import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";

const maxSide = 2048;

/** Keeps a JPEG or PNG for the header of a template, upright and freed of what the camera wrote into it. */
export function uploadTemplateImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "bulk:template:add") && !can(actor, "bulk:template:edit")) throw new AppError("PERMISSION_DENIED");
  const scope = scopeOf(actor, "bulk:template:query");
  return storePicture(platform, scope, upload, { createdBy: actor.accountId, maxSide });
}
