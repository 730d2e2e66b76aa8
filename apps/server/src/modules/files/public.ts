import type { UploadedFile, UploadedPicture } from "@homeroom/contract/file";
import type { FileId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeLeftBytes } from "./actions/remove-files.ts";
import { filesByIds, type StoredFile } from "./queries.ts";
import { bindFileRoutes } from "./routes.ts";
import { signedAddress, signedAddressFor } from "./rules.ts";

export { expectFile, fillFile, loseFile } from "./actions/fill-file.ts";
export { fingerprintOfPicture, looksSame, type PictureFingerprint } from "./actions/fingerprint-of-picture.ts";
export { inTemporaryPlace } from "./actions/in-temporary-place.ts";
export { imageSize, maxPixels } from "./actions/measure-image.ts";
export { narrowPictures } from "./actions/narrow-pictures.ts";
export { removeFiles, removeFilesByIds } from "./actions/remove-files.ts";
export { storeFile, takeReserved } from "./actions/store-file.ts";
export { storePicture } from "./actions/store-picture.ts";
export {
  fileById,
  filesByIds,
  filesUnfetchedSince,
  keysOfStoredFiles,
  narrowOne,
  narrowOnes,
  type StoredFile,
  unfetchedFiles,
} from "./queries.ts";
export { bareType } from "./rules.ts";

/** The signed address of a file, valid for at least an hour; null until its bytes are stored. */
export function fileAddress(platform: Platform, file: Pick<StoredFile, "file_id" | "storage_key">): string | null {
  return file.storage_key === null ? null : signedAddress(platform.secrets, file.file_id, Date.now());
}

/** A newly stored file, as every upload returns it. */
export function presentStoredFile(platform: Platform, file: StoredFile): UploadedFile {
  return {
    fileID: file.file_id,
    name: file.name,
    url: fileAddress(platform, file) ?? "",
    size: file.size,
    contentType: file.content_type,
    ...(file.width !== null && file.height !== null && { width: file.width, height: file.height }),
  };
}

/** The same for an image, with the size measured when it was stored. */
export function presentStoredPicture(platform: Platform, file: StoredFile): UploadedPicture {
  return { ...presentStoredFile(platform, file), width: file.width ?? 0, height: file.height ?? 0 };
}

/** A file's full address, valid for `forMs`, for providers to fetch; null until its bytes are stored. */
export function fileAddressFor(
  { settings, secrets }: Platform,
  file: Pick<StoredFile, "file_id" | "storage_key">,
  forMs: number,
): string | null {
  if (file.storage_key === null) return null;
  const path = signedAddressFor(secrets, file.file_id, { now: Date.now(), forMs });
  return new URL(path, settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).href;
}

/** Finds the addresses of files by id, leaving out files that are not stored. */
export function fileAddresses(platform: Platform) {
  return async (tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Map<FileId, string>> => {
    const files = await filesByIds(tx, scope, ids);
    const found = [...files.values()].map((file) => [file.file_id, fileAddress(platform, file)] as const);
    return new Map(found.filter((pair): pair is readonly [FileId, string] => pair[1] !== null));
  };
}

/** Stored files and their signed addresses. */
export function filesModule(platform: Platform): ServerModule {
  return {
    name: "files",
    routes: (bind) => bindFileRoutes(bind, platform),
    schedule: [hourlyRemoval("removed files", () => removeLeftBytes(platform))],
  };
}
