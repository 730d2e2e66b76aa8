import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { listZipEntries, type ZipEntry, zipDataStart } from "#platform/files/zip-entries";

class TooMuch extends Error {}

/**
 * Whether a zip file (every modern office file is one) unpacks to more than `limit` bytes. It is unpacked to find out:
 * a zip bomb can declare false sizes. An invalid zip counts as too large.
 */
export async function unpacksToMoreThan(path: string, limit: number): Promise<boolean> {
  const file = await open(path);
  try {
    let left = limit;
    for (const entry of await listZipEntries(file))
      left -= await unpackedSize(path, await zipDataStart(file, entry), entry, left);
    return false;
  } catch {
    return true;
  } finally {
    await file.close();
  }
}

async function unpackedSize(
  path: string,
  start: number,
  { method, packedSize }: ZipEntry,
  left: number,
): Promise<number> {
  if (packedSize === 0) return 0;
  let size = method === 0 ? packedSize : 0;
  if (size > left) throw new TooMuch();
  if (method === 0) return size;
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > left ? new TooMuch() : null);
    },
  });
  await pipeline(createReadStream(path, { start, end: start + packedSize - 1 }), createInflateRaw(), counter);
  return size;
}
