import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { lchown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { denied, EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { choosePlaceOutside, knownPlaceOutside } from "./place-outside.ts";
import { canReach, makeOpenFolder, type RunAs, runAsForExisting, runAsForNew, startedByRoot } from "./run-as.ts";
import { removeUnfinished, unfinishedName } from "./unfinished.ts";

/** The superuser that owns everything in the cluster. */
export const ownerName = "homeroom_owner";

/** Where the database lives, and whose it is. */
export interface DataFolder {
  /** Holds the cluster, its password and its log. Appears whole (by a rename) or not at all. */
  readonly base: string;
  /** What was asked for. */
  readonly dataDir: string;
  readonly runAs: RunAs | undefined;
  /** True when it is outside the requested folder, because the server's user could not reach that folder. */
  readonly elsewhere: boolean;
}

/** PostgreSQL's own folder. */
export const clusterIn = (folder: DataFolder): string => join(folder.base, "cluster");
/** What the server writes about itself; one older file is kept beside it. */
export const logFileIn = (folder: DataFolder): string => join(folder.base, "server.log");
const passwordFileIn = (folder: DataFolder): string => join(folder.base, "password");

/**
 * Decides where the database of a data folder lives. An existing one stays where it is, even if the folders' modes have
 * changed since.
 */
export function locate(dataDir: string, systemFolder: string): DataFolder {
  mkdirSync(dataDir, { recursive: true });
  const path = realpathSync(dataDir);
  const inside = join(path, "postgres");
  const within = { base: inside, dataDir: path, elsewhere: false };
  if (existsSync(inside)) return { ...within, runAs: runAsForExisting(inside) };
  if (!startedByRoot()) return { ...within, runAs: undefined };
  const outside = { dataDir: path, elsewhere: true };
  const known = knownPlaceOutside(path, systemFolder);
  if (known && existsSync(known)) return { ...outside, base: known, runAs: runAsForExisting(known) };

  const runAs = runAsForNew(path);
  if (runAs !== undefined && canReach(path, runAs)) return { ...within, runAs };
  return { ...outside, base: known ?? choosePlaceOutside(path, systemFolder), runAs };
}

/**
 * Makes the database when there is none, and otherwise checks that it can be used. Of two processes that make it at
 * once, one wins and both use its database.
 * @throws EmbeddedPostgresError with the reason.
 */
export async function initialise(folder: DataFolder, binaries: Binaries, sync: boolean): Promise<void> {
  if (existsSync(folder.base)) return checkExisting(folder, binaries);
  const unfinished = { ...folder, base: unfinishedName(folder.base) };
  try {
    if (folder.elsewhere) makeOpenFolder(dirname(folder.base));
    removeUnfinished(folder.base);
    await mkdir(unfinished.base, { mode: 0o700 });
    await writeFile(passwordFileIn(unfinished), randomBytes(24).toString("base64url"), { mode: 0o600 });
    if (folder.runAs !== undefined) await giveTo(unfinished.base, folder.runAs);
    checkReachable(unfinished);
    await initdb(unfinished, binaries, sync);
    await rename(unfinished.base, folder.base);
  } catch (error) {
    if (!existsSync(folder.base)) throw denied(error, dirname(folder.base)) ?? error;
  } finally {
    await rm(unfinished.base, { recursive: true, force: true });
  }
}

/** The owner's password, which is made with the database and never changes. */
export function readPassword(folder: DataFolder): string {
  return readFileSync(passwordFileIn(folder), "utf8").trim();
}

async function checkExisting(folder: DataFolder, binaries: Binaries): Promise<void> {
  const owner = statSync(folder.base).uid;
  if (folder.runAs !== undefined && owner !== folder.runAs.uid) await giveTo(folder.base, folder.runAs);
  checkReachable(folder);
  const major = readMajor(folder);
  if (major === binaries.major) return;
  throw new EmbeddedPostgresError(
    `The database in ${folder.base} was made by PostgreSQL ${major} and this release brings ${binaries.major}: dump it with the release that made it (npm run db:dump).`,
  );
}

function readMajor(folder: DataFolder): string {
  try {
    readPassword(folder);
    return readFileSync(join(clusterIn(folder), "PG_VERSION"), "utf8").trim();
  } catch (error) {
    throw (
      denied(error, folder.base) ??
      new EmbeddedPostgresError(`${folder.base} exists and holds no database of Homeroom's: move it away.`)
    );
  }
}

function checkReachable({ base, runAs }: DataFolder): void {
  if (runAs === undefined || canReach(dirname(base), runAs)) return;
  throw new EmbeddedPostgresError(
    `The database in ${base} belongs to user ${runAs.uid}, who cannot get there: let others through its parent folders (mode 755), or set DATABASE_URL.`,
  );
}

async function initdb(folder: DataFolder, binaries: Binaries, sync: boolean): Promise<void> {
  try {
    await runInitdb(folder, binaries, sync, "C.UTF-8");
  } catch (error) {
    if (!String(error).includes("invalid locale")) throw failure(error, folder);
    // macOS before 14. Sorting still uses PostgreSQL's own C.UTF-8; this locale only classifies characters.
    await rm(clusterIn(folder), { recursive: true, force: true });
    await runInitdb(folder, binaries, sync, "en_US.UTF-8").catch((again: unknown) => {
      throw failure(again, folder);
    });
  }
}

async function runInitdb(folder: DataFolder, binaries: Binaries, sync: boolean, locale: string): Promise<void> {
  const args = [`--pgdata=${clusterIn(folder)}`, `--username=${ownerName}`, `--pwfile=${passwordFileIn(folder)}`];
  args.push("--auth=scram-sha-256", "--encoding=UTF8", "--data-checksums", "--no-instructions");
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`, "--lc-messages=C");
  if (!sync) args.push("--no-sync");
  await promisify(execFile)(binaries.initdb, args, { ...folder.runAs, cwd: "/", env: serverEnvironment() });
}

/** The environment of the server's programs: PGHOST and similar variables must not reach them. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- no settings of ours: what Windows gives every program
  const { SystemRoot, TEMP } = process.env;
  return { SystemRoot, TEMP, TZ: "UTC" };
}

function failure(error: unknown, folder: DataFolder): EmbeddedPostgresError {
  const output = String((error as { stderr?: string }).stderr ?? error);
  if (output.includes("could not look up effective user ID")) {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL needs a user with a name, and user ${process.getuid?.()} has none on this machine: add one to /etc/passwd, or set DATABASE_URL.`,
    );
  }
  const reason = output.split("\n").find((line) => line.includes("error:") || line.includes("FATAL:")) ?? output.trim();
  return new EmbeddedPostgresError(`The database in ${folder.base} could not be made: ${reason}`);
}

async function giveTo(path: string, runAs: RunAs): Promise<void> {
  await lchown(path, runAs.uid, runAs.gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), runAs);
}
