import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { chmod, cp, readdir, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeOpenFolder, type RunAs } from "./run-as.ts";
import { removeUnfinished, unfinishedName } from "./unfinished.ts";

/** A runnable PostgreSQL: absolute paths of its programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** "18": the cluster on disk must have the same major version. */
  readonly major: string;
}

/** The unpacked npm package, or a stand-in for it. */
export interface PostgresPackage {
  readonly folder: string;
  readonly version: string;
}

/**
 * Finds the PostgreSQL that npm installed for this machine.
 * @throws EmbeddedPostgresError when there is none for this platform.
 */
export function findPackage(platform: string = process.platform, arch: string = process.arch): PostgresPackage {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version };
  } catch {
    throw new EmbeddedPostgresError(`No embedded PostgreSQL is installed for ${platform}-${arch}: set DATABASE_URL.`);
  }
}

/**
 * Makes the package runnable for a user: in place when they can reach it, otherwise from a copy that is made once
 * under `cacheFolder`. Safe when two processes do it at once.
 * @throws EmbeddedPostgresError when this machine cannot run it, for example on musl.
 */
export async function prepareBinaries(
  source: PostgresPackage,
  cacheFolder: string,
  runAs: RunAs | undefined,
): Promise<Binaries> {
  const packaged = join(source.folder, "native");
  if ((await completed(packaged)) && (await runs(packaged, runAs))) return binariesIn(packaged, source.version);

  const copy = join(cacheFolder, `postgresql-${source.version}`);
  if (!existsSync(copy)) await copyPackage(packaged, copy);
  if (await runs(copy, runAs)) return binariesIn(copy, source.version);
  throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${copy} cannot be run from there: set DATABASE_URL.`);
}

/** Makes what npm could not unpack: the library links, and the right to execute. False: not ours to change. */
async function completed(native: string): Promise<boolean> {
  try {
    await linkLibraries(native);
    await Promise.all(programsIn(native).map(makeExecutable));
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

// npm packages cannot carry symbolic links: the package lists them, and its install script, which may not have run,
// would make them.
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(dirname(native), link.target);
    if (isPresent(path)) continue;
    await symlink(relative(dirname(link.target), link.source), path).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
  }
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function makeExecutable(program: string): Promise<void> {
  if ((statSync(program).mode & 0o111) === 0) await chmod(program, 0o755);
}

async function runs(native: string, runAs: RunAs | undefined): Promise<boolean> {
  const [postgres = ""] = programsIn(native);
  try {
    await promisify(execFile)(postgres, ["--version"], { ...runAs, cwd: "/", env: {} });
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    // The file exists but the system says "no such file": its loader, glibc's, is missing.
    const reason = hasCode(error, "ENOENT")
      ? "it needs glibc, which Alpine and other musl systems do not have"
      : String(error).trim().split("\n").at(-1);
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on this system (${reason}): set DATABASE_URL.`,
    );
  }
}

async function copyPackage(packaged: string, copy: string): Promise<void> {
  const unfinished = unfinishedName(copy);
  try {
    makeOpenFolder(dirname(copy));
    removeUnfinished(copy);
    await cp(packaged, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(join(unfinished, "native"));
    await openToAll(unfinished);
    await rename(join(unfinished, "native"), copy);
  } catch (error) {
    if (existsSync(copy)) return; // another process was faster
    if (isDenied(error)) throw new EmbeddedPostgresError(`${dirname(copy)} cannot be written to: set DATABASE_URL.`);
    throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

// npm run by root under a strict umask leaves files that only root can read.
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, dirname(path).endsWith("bin") ? 0o755 : 0o644);
  }
}

function binariesIn(native: string, version: string): Binaries {
  const [postgres = "", initdb = "", pgCtl = ""] = programsIn(native);
  accessSync(initdb, constants.F_OK);
  return { postgres, initdb, pgCtl, major: version.split(".")[0] ?? version };
}

function programsIn(native: string): string[] {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return ["postgres", "initdb", "pg_ctl"].map((name) => join(native, "bin", name + suffix));
}

function isDenied(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].some((code) => hasCode(error, code));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
