import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

/** One packed file, by the central directory: its sizes there are claims, not facts. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}

/** The file is not a valid zip. */
export class ZipError extends Error {}

/** The entries of a zip file. Zip64 fails: files of our sizes do not need it. Throws ZipError or a RangeError. */
export async function listZipEntries(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const count = tail.readUInt16LE(end + 10);
  const directory = await read(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new ZipError();
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Where an entry's packed bytes begin. */
export async function zipDataStart(file: FileHandle, { offset }: ZipEntry): Promise<number> {
  const header = await read(file, offset, 30);
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** The unpacked bytes of an entry as a stream, which fails when they are damaged. */
export async function openZipEntry(path: string, entry: ZipEntry): Promise<Readable> {
  if (entry.packedSize === 0) return new PassThrough().end();
  const start = await withFile(path, (file) => zipDataStart(file, entry));
  const packed = createReadStream(path, { start, end: start + entry.packedSize - 1 });
  if (entry.method === 0) return packed;
  const unpacked = createInflateRaw();
  packed.on("error", (error) => unpacked.destroy(error));
  unpacked.on("close", () => packed.destroy());
  return packed.pipe(unpacked);
}

/** Opens a file for `work` and closes it afterwards, whatever happens. */
export async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  // Checked before memory is allocated: a length of 2 GB or more would crash the process.
  if (position + length > (await file.stat()).size) throw new ZipError();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new ZipError();
  return buffer;
}
