import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const nameShape = /^homeroom-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** A complete backup in a folder. */
export interface KeptBackup {
  readonly file: string;
  readonly madeAt: Date;
}

/** The path in a folder of a backup made at this moment, and the path that it has until it is complete. */
export async function placeFor(folder: string, moment: Date): Promise<{ file: string; unfinished: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = moment.toISOString().replace(/[-:]|\.\d+/g, "");
  return { file: join(folder, `homeroom-${stamp}.backup`), unfinished: join(folder, "homeroom.unfinished") };
}

/** The complete backups in a folder, newest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const kept = names.flatMap((name) => {
    const [, year, month, day, hour, minute, second] = nameShape.exec(name) ?? [];
    if (year === undefined) return [];
    return { file: join(folder, name), madeAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) };
  });
  return kept.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Removes all but the newest `keep` backups of a folder. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = await listBackups(folder);
  for (const { file } of backups.slice(keep)) await rm(file, { force: true });
}
