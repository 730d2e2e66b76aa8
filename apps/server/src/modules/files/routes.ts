import { file } from "@homeroom/contract/file";
import { AppError } from "#platform/errors/app-error";
import type { BinaryAnswer, Binder } from "#platform/http/call";
import type { Platform } from "#platform/server-module";
import { addressHolds } from "./address.ts";
import { fileOfAddress, type StoredFile } from "./queries.ts";
import { bareType, mayShowInPlace } from "./rules.ts";

export function bindFileRoutes(bind: Binder, platform: Platform): void {
  bind(file.get, async (address) => {
    if (!addressHolds(platform.secrets, address, Date.now())) throw new AppError("NOT_FOUND");
    const found = await fileOfAddress(platform.db, address.id);
    if (!found?.storage_key) throw new AppError("NOT_FOUND");
    return answerWith(platform, found, found.storage_key);
  });
}

/** A customer may have made this file: a browser is told to believe our type, and to run nothing that is in it. */
function answerWith(platform: Platform, found: StoredFile, key: string): BinaryAnswer {
  const inPlace = mayShowInPlace(found.content_type);
  return {
    body: platform.files.open(key),
    contentType: inPlace ? bareType(found.content_type) : "application/octet-stream",
    ...(!inPlace && { fileName: found.name }),
    headers: {
      "content-length": String(found.size),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, max-age=3600, immutable",
      ...(inPlace && { "content-disposition": inlineAs(found.name) }),
    },
  };
}

/** RFC 6266 with the name in UTF-8, so that a picture saved from the browser keeps it. */
function inlineAs(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `inline; filename*=UTF-8''${encoded}`;
}
