import { createHash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, readlinkSync, renameSync, type Stats, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { denied } from "./embedded-postgres-error.ts";
import { unfinishedName } from "./unfinished.ts";

const linkIn = (path: string): string => join(path, "postgres-elsewhere");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Where the database of a data folder lives when the server's user cannot reach that folder: a folder of the system
 * folder, which the data folder links to. Undefined when it has none.
 */
export function knownPlaceOutside(path: string, systemFolder: string): string | undefined {
  const linked = linkOf(path);
  // A copy of a data folder gets its own database.
  if (linked) return basename(linked).startsWith(hashOf(path)) ? join(systemFolder, basename(linked)) : undefined;
  // From before there were links. A data folder without files has never been used.
  const unlinked = join(systemFolder, hashOf(path));
  return existsSync(unlinked) && existsSync(join(path, "files")) ? unlinked : undefined;
}

/**
 * Chooses a place that only this data folder links to: a new folder at the path of one that was removed must not get its
 * database, whose secrets it has no key for. Of two processes that start together, one chooses and both get the same.
 * @throws EmbeddedPostgresError when the data folder cannot be written.
 */
export function choosePlaceOutside(path: string, systemFolder: string): string {
  // Looked at before it is read: another process may replace a copied link, and only with one of this folder's own.
  const before = lstatSync(linkIn(path), { throwIfNoEntry: false });
  const known = knownPlaceOutside(path, systemFolder);
  if (known) return known;
  try {
    return before ? replaceCopiedLink(path, systemFolder, before) : makeLink(path, systemFolder);
  } catch (error) {
    const chosen = knownPlaceOutside(path, systemFolder);
    if (chosen) return chosen;
    throw denied(error, path) ?? error;
  }
}

function makeLink(path: string, systemFolder: string): string {
  const place = join(systemFolder, `${hashOf(path)}-${randomBytes(4).toString("hex")}`);
  symlinkSync(place, linkIn(path));
  return place;
}

// Two processes that replace the same link must name the same place, so the name comes from the link that they found.
function replaceCopiedLink(path: string, systemFolder: string, { ino, ctimeMs }: Stats): string {
  const place = join(systemFolder, `${hashOf(path)}-${hashOf(`${ino} ${ctimeMs}`).slice(0, 8)}`);
  const prepared = unfinishedName(linkIn(path));
  symlinkSync(place, prepared);
  renameSync(prepared, linkIn(path));
  return place;
}

function linkOf(path: string): string | undefined {
  const found = lstatSync(linkIn(path), { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? readlinkSync(linkIn(path)) : undefined;
}
