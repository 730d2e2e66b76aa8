import { join } from "node:path";
import type { Settings } from "#platform/config/settings";
import { type Bucket, createBucketFileStore } from "./bucket-file-store.ts";
import { createLocalFileStore, type FileStore } from "./file-store.ts";

/** The store that the settings choose: a bucket if FILES_S3_BUCKET is set, otherwise `files` in DATA_DIR. */
export function createFileStore(settings: Settings): FileStore {
  const folder = join(settings.DATA_DIR, "files");
  const bucket = bucketOf(settings);
  return bucket ? createBucketFileStore(bucket, join(folder, "temporary")) : createLocalFileStore(folder);
}

function bucketOf(settings: Settings): Bucket | null {
  const { FILES_S3_BUCKET: name, FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region } = settings;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!name || !endpoint || !accessKeyId || !secretAccessKey) return null;
  return { name, endpoint, region, accessKeyId, secretAccessKey };
}
