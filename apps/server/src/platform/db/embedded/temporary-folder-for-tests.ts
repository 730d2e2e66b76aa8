import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Files kept in memory (Linux). */
export const memoryFolder = "/dev/shm";
const gigabyte = 1024 ** 3;

/**
 * Where tests put a cluster: in memory where there is plenty, since making and copying databases costs several times as
 * much on a disk. A run keeps a few databases at a time, of 20 to 200 MB, and 1 GB of log at most.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const isRoomy = bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte;
    return isRoomy ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}
