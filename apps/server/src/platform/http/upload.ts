import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FileRule } from "@homeroom/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { AppError } from "#platform/errors/app-error";
import { type FileKind, findFileType } from "./file-kind.ts";
import { unpacksToMoreThan } from "./zip-contents.ts";

/** A file that came with a call. It is temporary and is removed once the call is answered. */
export interface Upload {
  readonly path: string;
  readonly size: number;
  /** Detected from its bytes; the sender's claim is ignored. */
  readonly contentType: string;
  readonly kind: FileKind;
  /** Without the dot, detected from its bytes. */
  readonly extension: string;
  /** The sender's name for it, without folders and control characters; may be empty. */
  readonly fileName: string;
}

/** The content of a `file` call: the upload, its text fields, and a function that removes what is left. */
export interface ReceivedUpload {
  readonly upload: Upload;
  readonly fields: Record<string, unknown>;
  remove(): Promise<void>;
}

const megabyte = 1024 * 1024;

/**
 * Streams the part named `file` to a temporary file under `folder` and checks it against the rule. Throws
 * FILE_TOO_LARGE, WRONG_FILE_FORMAT, or DATA_FORMAT_ERROR for invalid multipart; no file is left behind.
 */
export async function receiveUpload(request: FastifyRequest, rule: FileRule, folder: string): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new AppError("DATA_FORMAT_ERROR");
  const place = await mkdtemp(join(folder, "upload-"));
  const remove = () => rm(place, { recursive: true, force: true });
  try {
    const path = join(place, "file");
    const { fileName, fields } = await saveParts(request, rule, path);
    return { upload: { ...(await checkFile(path, rule)), path, fileName }, fields, remove };
  } catch (error) {
    await remove();
    throw refusalOf(error);
  }
}

/** Removes uploads that a process killed during calls has left under `folder`: those older than a day. */
export async function removeStaleUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = join(folder, name);
    const found = name.startsWith("upload-") && (await stat(place).catch(() => undefined));
    if (found && Date.now() - found.mtimeMs > 86_400_000) await rm(place, { recursive: true, force: true });
  }
}

async function saveParts(request: FastifyRequest, rule: FileRule, path: string) {
  const fields: Record<string, unknown> = {};
  let fileName: string | undefined;
  const limits = { files: 1, fileSize: rule.maxBytes, fields: 50, fieldSize: 64 * 1024, parts: 60 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      if (part.valueTruncated) throw new AppError("DATA_FORMAT_ERROR");
      fields[part.fieldname] = part.value;
    } else if (part.fieldname.toLowerCase() === "file") {
      fileName = cleanName(part.filename);
      await saveFile(part, rule, path);
    } else {
      throw new AppError("DATA_FORMAT_ERROR");
    }
  }
  if (fileName === undefined) throw missingFile();
  return { fileName, fields };
}

async function saveFile(part: MultipartFile, rule: FileRule, path: string): Promise<void> {
  // Without this, the rest of a part over the limit would still be read, however long it is.
  const limit = new AbortController();
  part.file.once("limit", () => limit.abort());
  try {
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }), { signal: limit.signal });
  } catch (error) {
    throw limit.signal.aborted ? tooLarge(rule) : error;
  }
  if (part.file.truncated) throw tooLarge(rule);
}

/** Errors of the multipart parser are the sender's fault; those of the file system, which have a `syscall`, are ours. */
function refusalOf(error: unknown): unknown {
  const isOurs = error instanceof AppError || !(error instanceof Error) || "syscall" in error;
  return isOurs ? error : new AppError("DATA_FORMAT_ERROR", {}, { cause: error });
}

async function checkFile(path: string, rule: FileRule) {
  const found = await findFileType(path, rule.kinds);
  if (!found) throw new AppError("WRONG_FILE_FORMAT");
  // Office files compress text about 10 to 1; a file that unpacks to 20 times the limit is not a document.
  const isZip = found.contentType.startsWith("application/vnd.openxmlformats");
  if (isZip && (await unpacksToMoreThan(path, rule.maxBytes * 20))) throw tooLarge(rule);
  const { size } = await stat(path);
  return { ...found, size };
}

function cleanName(name: string): string {
  // Some browsers send the full path with backslashes.
  const last = basename(name.replaceAll("\\", "/")).toWellFormed();
  return last
    .replace(/\p{Cc}/gu, "")
    .slice(0, 200)
    .toWellFormed();
}

function tooLarge(rule: FileRule): AppError {
  return new AppError("FILE_TOO_LARGE", { n: Math.floor((rule.maxBytes / megabyte) * 10) / 10 });
}

function missingFile(): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field: "file", name: "FIELD_INVALID" }] });
}
