import type { MediaKind } from "./attachment.ts";

const MEGABYTE = 1_024 * 1_024;

/** The types that the Cloud API accepts, with their largest sizes in bytes. */
const rules: Record<MediaKind, { types: readonly string[]; limit: number }> = {
  sticker: { types: ["image/webp"], limit: 500 * 1_024 },
  image: { types: ["image/jpeg", "image/png"], limit: 5 * MEGABYTE },
  audio: {
    types: ["audio/aac", "audio/mp4", "audio/mpeg", "audio/amr", "audio/ogg", "audio/opus"],
    limit: 16 * MEGABYTE,
  },
  video: { types: ["video/mp4", "video/3gpp"], limit: 16 * MEGABYTE },
  document: {
    types: [
      "text/plain",
      "application/pdf",
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ],
    limit: 100 * MEGABYTE,
  },
};

export const LARGEST_MEDIA = rules.document.limit;

export const mediaTypes: readonly string[] = Object.values(rules).flatMap((rule) => rule.types);

export function baseType(mimeType: string): string {
  return (mimeType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The largest allowed size of a file of this type; undefined if the type is not accepted. */
export function mediaLimit(mimeType: string): number | undefined {
  const type = baseType(mimeType);
  return Object.values(rules).find((rule) => rule.types.includes(type))?.limit;
}

/** A picture can be sent as a document, but a document never as a picture. */
export function fitsKind(mimeType: string, kind: MediaKind): boolean {
  return kind === "document" || rules[kind].types.includes(baseType(mimeType));
}

/** The kind of message when a customer attaches a file of this type. */
export function kindOfFile(mimeType: string): MediaKind {
  const type = baseType(mimeType);
  if (type.startsWith("image/")) return "image";
  if (type.startsWith("video/")) return "video";
  if (type.startsWith("audio/")) return "audio";
  return "document";
}
