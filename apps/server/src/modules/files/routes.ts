import { file } from "@homeroom/contract/file";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Download } from "#platform/http/download";
import type { Platform } from "#platform/server-module";
import { fileOfAddress, type StoredFile } from "./queries.ts";
import { addressHolds, bareType, mayShowInPlace } from "./rules.ts";

export function bindFileRoutes(bind: Binder, platform: Platform): void {
  bind(file.get, async (address) => {
    if (!addressHolds(platform.secrets, address, Date.now())) throw new AppError("NOT_FOUND");
    const found = await fileOfAddress(platform.db, address.id);
    if (!found?.storage_key) throw new AppError("NOT_FOUND");
    return downloadOf(platform, found, found.storage_key);
  });
}

/** The file may come from a customer: we send the type that we determined, and let browsers show harmless types only. */
async function downloadOf(platform: Platform, found: StoredFile, key: string): Promise<Download> {
  const inPlace = mayShowInPlace(found.content_type);
  return {
    body: await platform.files.open(key),
    contentType: inPlace ? bareType(found.content_type) : "application/octet-stream",
    fileName: found.name,
    size: found.size,
    disposition: inPlace ? "inline" : "attachment",
    cacheControl: "private, max-age=3600, immutable",
  };
}
