import { GraphRefusal } from "./graph-errors.ts";
import { readObject, readText } from "./read-fields.ts";

export type MediaKind = "image" | "video" | "audio" | "document" | "sticker";

/** An uploaded file in a message. */
export interface AttachedMedia {
  id: string;
  kind: MediaKind;
  path: string;
}

const MEDIA_KINDS: readonly string[] = ["image", "video", "audio", "document", "sticker"];

export function isMediaKind(kind: string): kind is MediaKind {
  return MEDIA_KINDS.includes(kind);
}

/** Reads an attachment, which has either an uploaded id or a link. */
export function readAttachment(value: unknown, kind: MediaKind, path: string): AttachedMedia[] {
  const media = readObject(value, path);
  if ((media.id === undefined) === (media.link === undefined)) {
    throw new GraphRefusal("invalidParameter", `Param ${path} needs exactly one of id and link`);
  }
  if (media.link !== undefined) {
    const link = readText(media.link, `${path}['link']`, 2_048);
    if (!/^https?:\/\//i.test(link))
      throw new GraphRefusal("invalidParameter", `Param ${path}['link'] is not a valid URL`);
    return [];
  }
  const id = typeof media.id === "number" ? String(media.id) : readText(media.id, `${path}['id']`, 60);
  return [{ id, kind, path }];
}
