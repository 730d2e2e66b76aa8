import { statfs } from "node:fs/promises";

const minBytes = 2 * 1024 ** 3;
const minShare = 0.1;
const enoughBytes = 50 * 1024 ** 3;

/** Space on a folder's disk, in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

/** The space on a folder's disk; throws when there is no such folder. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Whether a disk is nearly full: less than 2 GB free, or less than both a tenth and 50 GB, or too little for one more backup. */
export function isNearlyFull({ free, size }: DiskSpace, backupBytes = 0): boolean {
  if (free < minBytes || free < backupBytes * 1.5) return true;
  return free < enoughBytes && free < size * minShare;
}
