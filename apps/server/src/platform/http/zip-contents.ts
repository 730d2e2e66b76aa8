import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}

class TooMuch extends Error {}

/**
 * Whether a zip file (every modern office file is one) unpacks to more than `limit` bytes. It is unpacked to find out:
 * the sizes that a bomb declares are not to be believed. A file that is no proper zip counts as too much.
 */
export async function unpacksToMoreThan(path: string, limit: number): Promise<boolean> {
  const file = await open(path);
  try {
    let left = limit;
    for (const entry of await listEntries(file))
      left -= await unpackedSize(path, await dataStart(file, entry), entry, left);
    return false;
  } catch {
    return true;
  } finally {
    await file.close();
  }
}

/** Entries by the central directory. Zip64 has no place in a file of our sizes and fails here. */
async function listEntries(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const count = tail.readUInt16LE(end + 10);
  const directory = await read(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new TooMuch();
    entries.push({
      method: directory.readUInt16LE(at + 10),
      packedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function dataStart(file: FileHandle, { offset }: Entry): Promise<number> {
  const header = await read(file, offset, 30);
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function unpackedSize(path: string, start: number, { method, packedSize }: Entry, left: number): Promise<number> {
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

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new TooMuch();
  return buffer;
}
