import { chmodSync, existsSync, mkdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The user that the server process runs as; undefined means "as ourselves". */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Whether this process is root's; never so on Windows. */
export function startedByRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so root gives a new database to another user: the owner of the folder when that
 * is an ordinary user (`sudo npm start` in one's own checkout), otherwise the machine's unprivileged account.
 */
export function runAsForNew(folder: string): RunAs | undefined {
  if (!startedByRoot()) return undefined;
  const owner = statSync(folder);
  // initdb looks up the user's name and fails without one, so a number without an account does not work.
  const named = owner.uid !== 0 && accounts().some((account) => account.uid === owner.uid);
  return named ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount();
}

/** The owner of an existing database; root's own (a backup put back by root, say) goes to the unprivileged account. */
export function runAsForExisting(folder: string): RunAs | undefined {
  if (!startedByRoot()) return undefined;
  const owner = statSync(folder);
  return owner.uid === 0 ? unprivilegedAccount() : { uid: owner.uid, gid: owner.gid };
}

/** Whether that user can reach this folder: every folder on the path must let them through. */
export function canReach(folder: string, runAs: RunAs): boolean {
  const parent = dirname(folder);
  return mayEnter(statSync(folder), runAs) && (parent === folder || canReach(parent, runAs));
}

/** Creates a folder that everybody can enter, whatever the umask. An existing folder is not changed. */
export function makeOpenFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeOpenFolder(dirname(folder));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function mayEnter(folder: Stats, { uid, gid }: RunAs): boolean {
  const bit = folder.uid === uid ? 0o100 : folder.gid === gid ? 0o010 : 0o001;
  return (folder.mode & bit) !== 0;
}

function unprivilegedAccount(): RunAs {
  const all = accounts();
  const account = all.find(({ name }) => name === "nobody") ?? all.find(({ name }) => name === "daemon");
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      "The embedded PostgreSQL does not run as root and found no account named nobody: start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { uid: account.uid, gid: account.gid };
}

function accounts(): (RunAs & { name: string })[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length > 3)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
}
