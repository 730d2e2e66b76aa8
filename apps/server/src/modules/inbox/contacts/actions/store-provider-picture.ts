import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { FileId } from "@homeroom/contract/ids";
import { fileTypeFromFile } from "file-type";
import { inTemporaryPlace, storePicture } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { type MessagingProvider, ProviderFailure } from "../../port.ts";

const maxSide = 640;

/** Copies a profile's picture from its provider; null if that fails, since the name is still worth storing. */
export async function storeProviderPicture(
  platform: Platform,
  scope: Scope,
  provider: MessagingProvider,
  address: string,
): Promise<FileId | null> {
  try {
    return await inTemporaryPlace(platform, async (path) => {
      const download = await provider.downloadPicture?.(address);
      if (!download) return null;
      await pipeline(download.stream, createWriteStream(path, { mode: 0o600 }));
      const type = await fileTypeFromFile(path);
      const upload = {
        path,
        size: (await stat(path)).size,
        contentType: type?.mime ?? "",
        kind: "image" as const,
        extension: type?.ext ?? "jpg",
        fileName: `profile.${type?.ext ?? "jpg"}`,
      };
      const kept = await storePicture(platform, scope, upload, { createdBy: null, maxSide });
      return kept.file_id;
    });
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof AppError) return null;
    throw error;
  }
}
