import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { checkedKey, MissingFileError } from "./file-key.ts";

/** Stores the bytes of files. Keys are ours: organisation id and file id, never a name from outside. */
export interface FileStore {
  /** Moves a finished temporary file into the store; an existing key is replaced. The file is on disk when this resolves. */
  put(key: string, temporaryPath: string): Promise<void>;
  /** Opens a file; throws MissingFileError when there is none. */
  open(key: string): Promise<Readable>;
  /** Calls `work` with a local path of the file, valid while it runs, for libraries that need one. */
  withPath<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>;
  remove(key: string): Promise<void>;
}

/** Files in a folder of this machine. */
export function createLocalFileStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  return {
    async put(key, temporaryPath) {
      const path = pathOf(key);
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await flush(temporaryPath);
      await rename(temporaryPath, path);
      await flush(dirname(path));
      if (made) await flush(dirname(made));
    },
    async open(key) {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new MissingFileError(`There is no file ${key}`) : error;
      });
      return file.createReadStream();
    },
    withPath: (key, work) => work(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Flushes a file or folder to disk, so that it survives a power failure like its row. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
