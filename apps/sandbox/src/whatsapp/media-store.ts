import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeNumericId } from "./ids.ts";

export interface StoredMedia {
  id: string;
  phoneNumberId: string;
  mimeType: string;
  size: number;
  sha256: Buffer;
  fileName?: string;
  at: number;
}

export interface MediaStore {
  /** Streams a file to disk; undefined when it is larger than `limit` bytes. */
  save(
    source: Readable,
    facts: { phoneNumberId: string; mimeType: string; fileName?: string; limit: number },
  ): Promise<StoredMedia | undefined>;
  get(id: string): StoredMedia | undefined;
  open(media: StoredMedia): ReadStream;
  remove(id: string): Promise<boolean>;
  all(): StoredMedia[];
  restore(media: readonly StoredMedia[]): void;
}

/** Keeps files in a folder and their data in memory. */
export function createMediaStore(folder: string): MediaStore {
  const stored = new Map<string, StoredMedia>();
  const pathOf = (id: string) => join(folder, id);
  return {
    async save(source, { limit, ...facts }) {
      await mkdir(folder, { recursive: true });
      const id = makeNumericId();
      const partial = join(folder, `.${id}.${randomBytes(4).toString("hex")}`);
      const measured = await writeMeasured(source, partial, limit).catch(async (failure: unknown) => {
        await rm(partial, { force: true });
        throw failure;
      });
      if (measured === undefined) {
        await rm(partial, { force: true });
        return undefined;
      }
      await rename(partial, pathOf(id));
      const media = { ...facts, ...measured, id, at: Date.now() };
      stored.set(id, media);
      return media;
    },
    get: (id) => stored.get(id),
    open: (media) => createReadStream(pathOf(media.id)),
    async remove(id) {
      if (!stored.delete(id)) return false;
      await rm(pathOf(id), { force: true });
      return true;
    },
    all: () => [...stored.values()],
    restore(media) {
      for (const one of media) stored.set(one.id, one);
    },
  };
}

async function writeMeasured(
  source: Readable,
  path: string,
  limit: number,
): Promise<{ size: number; sha256: Buffer } | undefined> {
  const hash = createHash("sha256");
  let size = 0;
  let tooLarge = false;
  await pipeline(
    source,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        tooLarge ||= size > limit;
        // The rest of an oversized file is read and dropped, so that the sender gets an answer and not a connection reset.
        if (tooLarge) continue;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  return tooLarge ? undefined : { size, sha256: hash.digest() };
}
