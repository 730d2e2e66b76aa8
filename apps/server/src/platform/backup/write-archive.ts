import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { type ArchiveEnd, type ArchiveHeader, lengthBytes, type Section } from "./archive-format.ts";

/** The pieces of an archive, in order. */
export type ArchivePieces = AsyncGenerator<Buffer, void>;

/**
 * Writes pieces to a file that only we can read. The file gets its name once it is complete and on disk; a failure
 * leaves nothing behind, and a killed process leaves `unfinished`, which the next backup replaces.
 */
export async function writeArchive(file: string, unfinished: string, pieces: ArchivePieces): Promise<void> {
  try {
    const handle = await open(unfinished, "w", 0o600);
    const compress = createZstdCompress({ params: compression });
    // `flush` reaches the disk before the file is closed.
    await pipeline(Readable.from(pieces), compress, handle.createWriteStream({ flush: true }));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** With a checksum over everything: those of sections cover only their bytes. */
const compression = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };

/** A line of JSON. */
export function jsonLine(value: ArchiveHeader | Section | ArchiveEnd | { sha256: string }): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** A section: what it is, its bytes and their checksum. */
export async function* writeSection(section: Section, content: AsyncIterable<Buffer>): ArchivePieces {
  const hash = createHash("sha256");
  yield jsonLine(section);
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    hash.update(chunk);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
  yield jsonLine({ sha256: hash.digest("hex") });
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(bytes);
  return length;
}

/** A new file name survives a power failure only once its folder is flushed to disk. Windows has no call for this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}
