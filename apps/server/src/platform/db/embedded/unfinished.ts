import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./liveness.ts";

/** Where this process prepares a folder before it renames it to its final name: a crash leaves nothing half finished. */
export function unfinishedName(folder: string): string {
  return `${folder}.new-${process.pid}-${randomUUID()}`;
}

/** Removes what ended processes were preparing for this folder. */
export function removeUnfinished(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10))) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}
