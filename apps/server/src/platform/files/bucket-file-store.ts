import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { checkedKey, MissingFileError } from "./file-key.ts";
import type { FileStore } from "./file-store.ts";

/** A bucket of an S3-compatible store. */
export interface Bucket {
  /** Address of the store, without the bucket. */
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long the store may take to begin its answer: to a file that is sent, which may be large, and to any other call. */
const usualLimits = { uploadMs: 300_000, otherMs: 30_000 };

/**
 * Files in a bucket, addressed by path. `folder` holds temporary copies for libraries that need a local file. A call fails
 * when the store does not answer within `limits`.
 */
export function createBucketFileStore(bucket: Bucket, folder: string, limits = usualLimits): FileStore {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const base = `${bucket.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket.name)}`;

  const send = async (key: string, init: RequestInit): Promise<Response> => {
    const silence = new AbortController();
    const giveUp = () => silence.abort(new Error(`The file store did not answer to ${init.method} of ${key}`));
    const timer = setTimeout(giveUp, init.method === "PUT" ? limits.uploadMs : limits.otherMs);
    const answer = await client
      .fetch(`${base}/${checkedKey(key)}`, { ...init, signal: silence.signal })
      .finally(() => clearTimeout(timer));
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) throw new MissingFileError(`The file store has no file ${key}`);
    throw new Error(`The file store answered ${answer.status} to ${init.method} of ${key}`);
  };
  const open = async (key: string): Promise<Readable> => {
    const { body } = await send(key, { method: "GET" });
    return body ? Readable.fromWeb(body) : Readable.from([]);
  };
  return {
    async put(key, temporaryPath) {
      await send(key, { method: "PUT", body: await openAsBlob(temporaryPath) });
      await rm(temporaryPath, { force: true });
    },
    open,
    async withPath(key, work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID());
      try {
        await pipeline(await open(key), createWriteStream(path, { mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async remove(key) {
      await send(key, { method: "DELETE" }).catch((error: unknown) => {
        // For a missing file most stores answer 204, some 404.
        if (!(error instanceof MissingFileError)) throw error;
      });
    },
  };
}
