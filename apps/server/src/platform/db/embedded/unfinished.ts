import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Where this process prepares a folder before it renames it to its final name: a crash leaves nothing half made. */
export function unfinishedName(folder: string): string {
  return `${folder}.new-${process.pid}`;
}

/** Clears away what processes that are gone were preparing for this folder. */
export function removeUnfinished(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

/** Whether a process of this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
