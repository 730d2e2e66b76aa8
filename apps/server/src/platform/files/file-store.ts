import { createReadStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/** Where files' bytes are kept. Keys are made by us: organisation id and file id, never a name from outside. */
export interface FileStore {
  /** Takes over a finished temporary file; a key that exists is replaced. */
  put(key: string, temporaryPath: string): Promise<void>;
  /** Opens a file; throws ENOENT when there is none. */
  open(key: string): Readable;
  /** Path of a file on this machine, for libraries that need one. */
  pathOf(key: string): string;
  remove(key: string): Promise<void>;
}

const keyShape = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Files in a folder of this machine. */
export function createLocalFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyShape.test(key)) throw new Error("A file key is an organisation id and a file id");
    return join(folder, key);
  };
  return {
    async put(key, temporaryPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporaryPath, path);
    },
    open: (key) => createReadStream(pathOf(key)),
    pathOf,
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
