import { open } from "node:fs/promises";
import type { FileRule } from "@homeroom/contract/endpoint";
import { fileTypeFromFile } from "file-type";

export type FileKind = FileRule["kinds"][number];

/** What a file is, by its bytes. */
export interface FoundType {
  readonly kind: FileKind;
  readonly contentType: string;
  readonly extension: string;
}

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What WhatsApp and LINE carry, and browsers show. Compound files are the old .doc, .xls and .ppt. */
const typesOf: Record<FileKind, ReadonlySet<string>> = {
  image: new Set(["image/jpeg", "image/png"]),
  audio: new Set([
    "audio/mpeg",
    "audio/aac",
    "audio/amr",
    "audio/ogg",
    "audio/ogg; codecs=opus",
    "audio/mp4",
    "audio/x-m4a",
  ]),
  video: new Set(["video/mp4", "video/3gpp"]),
  document: new Set([
    "application/pdf",
    xlsx,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/x-cfb",
  ]),
  table: new Set([xlsx]),
};

/** The first of the wanted kinds that matches a file's bytes; null when none does. */
export async function findFileType(path: string, kinds: readonly FileKind[]): Promise<FoundType | null> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const kind = found && kinds.find((each) => typesOf[each].has(found.mime));
  if (found && kind) return { kind, contentType: found.mime, extension: found.ext };
  const text = kinds.find((each) => each === "table" || each === "document");
  if (!text || !(await isText(path))) return null;
  return text === "table"
    ? { kind: text, contentType: "text/csv", extension: "csv" }
    : { kind: text, contentType: "text/plain", extension: "txt" };
}

/** Text in UTF-8, Big5 or GB18030 has no control characters but tab, line ends, form feed and the old end-of-file mark. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    const start = plainStart(buffer.subarray(0, bytesRead));
    if (/^\s*(<!doctype|<html|<script|<svg|<\?xml|%PDF)/i.test(start.toString("latin1"))) return false;
    return start.every((byte) => (byte >= 0x20 ? byte !== 0x7f : textControls.has(byte)));
  } finally {
    await file.close();
  }
}

/** Text in UTF-16, with which spreadsheets save "Unicode text", as the bytes that its characters would be in Latin-1. */
function plainStart(start: Buffer): Buffer {
  const mark = start.length > 1 ? start.readUInt16BE(0) : 0;
  if (mark !== 0xfffe && mark !== 0xfeff) return start;
  const text = new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(start);
  // Beyond Latin-1 nothing is a control character.
  return Buffer.from(text.replace(/[^\0-\xff]/g, "x"), "latin1");
}

const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a]);
