import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import type { Platform } from "#platform/server-module";

/**
 * Calls `work` with the path of a file that does not exist yet, on the file store's disk so that it can be moved there.
 * Removes anything left at the path afterwards.
 */
export async function inTemporaryPlace<Result>(
  platform: Platform,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(platform.settings.DATA_DIR, "files", "temporary");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, v7());
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
