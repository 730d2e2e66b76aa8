import { keepPicture, type StoredFile } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";

/** Larger than any place that shows a person. */
const longestSide = 1024;

/** Keeps a picture of the actor; their record takes it with the next save. */
export function uploadOwnAvatar(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  return keepPicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, longestSide });
}
