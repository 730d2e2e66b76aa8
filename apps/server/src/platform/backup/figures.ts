import { backupFolderOf, type Settings } from "#platform/config/settings";
import { listBackups } from "./backup-folder.ts";
import { diskSpaceOf } from "./disk-space.ts";

/** When the newest backup was made, in seconds since 1970; 0 when there is none. */
export async function newestBackupTime(settings: Settings): Promise<number> {
  const [newest] = await listBackups(backupFolderOf(settings));
  return (newest?.madeAt.getTime() ?? 0) / 1000;
}

/** Bytes that are free on the disk of the data. */
export async function freeDataBytes({ DATA_DIR: folder }: Settings): Promise<number> {
  return (await diskSpaceOf(folder)).free;
}
