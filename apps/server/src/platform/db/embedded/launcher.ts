import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Binaries, findPackage, prepareBinaries } from "./binaries.ts";
import { type DataFolder, initialise, locate, logFileIn, ownerName, readPassword } from "./data-folder.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findServer, type Ownership, takeOwnership } from "./ownership.ts";
import { launch, type Server, stopServer, stopServerNow } from "./server-process.ts";
import type { ServerSettings } from "./server-settings.ts";

/** Something that must not outlive this process. */
interface Stoppable {
  stop(): Promise<void>;
  /** Called while the process exits, when nothing asynchronous can run. */
  stopNow(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const stoppables = new Set<Stoppable>();

/** Ties a thing's end to the end of the process, by signal or by exit. */
function stopWithProcess(thing: Stoppable): void {
  if (stoppables.size === 0) {
    process.on("exit", stopAllNow);
    for (const signal of signals) process.on(signal, handleSignal);
  }
  stoppables.add(thing);
}

/** To be called when the thing has ended. */
function forgetStopped(thing: Stoppable): void {
  stoppables.delete(thing);
  if (stoppables.size > 0) return;
  process.off("exit", stopAllNow);
  for (const signal of signals) process.off(signal, handleSignal);
}

function stopAllNow(): void {
  for (const thing of stoppables) thing.stopNow();
}

function handleSignal(signal: NodeJS.Signals): void {
  // Another listener ends the process in its own order; the exit handler stops what is left.
  if (process.listenerCount(signal) > 1) return;
  const all = [...stoppables].map((thing) => thing.stop());
  void Promise.allSettled(all).then(() => {
    // A failed stop must not keep the process from ending.
    process.off(signal, handleSignal);
    process.kill(process.pid, signal);
  });
}

/** Where the launcher reports to the operator. A pino logger fits. */
export interface LauncherLog {
  info(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** The product's data folder; the database takes `postgres` in it, or a folder outside if the server's user cannot reach it. */
  readonly dataDir: string;
  readonly log: LauncherLog;
  /** PostgreSQL settings that replace ours. */
  readonly settings?: ServerSettings;
  /** Where root keeps what the server's user could not reach otherwise. */
  readonly systemFolder?: string;
}

export interface EmbeddedPostgres {
  /** Connects as the owner of everything to the database `homeroom`. Stays the same when the server is restarted. */
  readonly ownerUrl: string;
  /** The folder on disk that holds the database. */
  readonly location: string;
  /** Ends every session and the server. Stopping twice is harmless. */
  stop(): Promise<void>;
}

const defaultSystemFolder = "/var/lib/homeroom";
const startLimitMs = 30_000;
const againAfterMs = 1000;
const databaseName = "homeroom";

/**
 * Starts the PostgreSQL that npm installed on the data folder, or takes over the one that a killed process left
 * running there. It makes the database on first use, stops when this process does, and starts the server again if
 * that one ends by itself.
 * @throws EmbeddedPostgresError, one line for the operator: it is already running, cannot run on this system, or
 * cannot reach its folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const systemFolder = options.systemFolder ?? defaultSystemFolder;
  const folder = locate(options.dataDir, systemFolder);
  const cacheFolder = folder.runAs === undefined ? options.dataDir : systemFolder;
  const binaries = await prepareBinaries(findPackage(), cacheFolder, folder.runAs);
  await initialise(folder, binaries, options.settings?.["fsync"] !== "off");

  const started = await startOrAdopt(folder, binaries, options.settings ?? {}, 0);
  const keeper = keepRunning(folder, binaries, options, started);
  const ownerUrl = urlOf(folder, started.server, databaseName);
  await createDatabase(folder, started.server);
  options.log.info(
    folder.elsewhere
      ? `The database is in ${folder.base}, because the server's user cannot reach ${options.dataDir}.`
      : `The database is in ${folder.base}.`,
  );
  return { ownerUrl, location: folder.base, stop: keeper.stop };
}

/**
 * Connects to the database of a data folder beside a Homeroom that may be using it, or starts it when it is not running.
 * `stop` ends what was started here, never the other's server.
 * @throws EmbeddedPostgresError like startEmbeddedPostgres, and when there is no database in the folder.
 */
export async function reachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const none = new EmbeddedPostgresError(`There is no database in ${options.dataDir}.`);
  if (!existsSync(options.dataDir)) throw none;
  const folder = locate(options.dataDir, options.systemFolder ?? defaultSystemFolder);
  if (!existsSync(folder.base)) throw none;
  const server = await findServer(folder);
  if (server === undefined) return startEmbeddedPostgres(options);
  const ownerUrl = urlOf(folder, server, databaseName);
  return { ownerUrl, location: folder.base, stop: async () => undefined };
}

interface StartedServer {
  readonly server: Server;
  readonly ownership: Ownership;
}

async function startOrAdopt(
  folder: DataFolder,
  binaries: Binaries,
  settings: ServerSettings,
  port: number,
): Promise<StartedServer> {
  // A failed attempt means that another process was faster or that a server is shutting down.
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const server = (await findServer(folder)) ?? (await launch(folder, binaries, settings, port));
    if (typeof server === "object") {
      const ownership = await takeOwnership(folder, server, urlOf(folder, server, "postgres"));
      if (ownership !== undefined) return { server, ownership };
    } else if (server === "port" && port !== 0) {
      throw new EmbeddedPostgresError(`Port ${port}, where the database was, has been taken by another program.`);
    }
    await sleep(50);
  }
  throw new EmbeddedPostgresError(`The database server in ${folder.base} does not stay up: see ${logFileIn(folder)}.`);
}

function keepRunning(
  folder: DataFolder,
  binaries: Binaries,
  { settings = {}, log }: EmbeddedPostgresOptions,
  first: StartedServer,
): Stoppable {
  let current = first;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = (started: StartedServer): void => {
    current = started;
    started.ownership.onLost(() => {
      if (stopped === undefined) recovery = recover();
    });
  };
  const recover = async (): Promise<void> => {
    log.error(`The database server ended by itself (see ${logFileIn(folder)}); starting it again.`);
    // On a busy machine a start may time out, and another program may hold the port for a moment.
    while (stopped === undefined) {
      try {
        watch(await startOrAdopt(folder, binaries, settings, current.server.port));
        return log.info("The database server is back.");
      } catch (error) {
        log.error(error instanceof Error ? error.message : String(error));
        await sleep(againAfterMs);
      }
    }
  };
  const stop = async (): Promise<void> => {
    await recovery;
    await stopServer(folder, binaries, current.server);
    await current.ownership.release();
    forgetStopped(keeper);
  };
  const keeper: Stoppable = {
    stop: () => (stopped ??= stop()),
    stopNow: () => stopServerNow(folder, binaries, current.server),
  };
  watch(first);
  stopWithProcess(keeper);
  return keeper;
}

async function createDatabase(folder: DataFolder, server: Server): Promise<void> {
  const client = new Client({ connectionString: urlOf(folder, server, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

/** The address of a database of the server: by its Unix socket if it has one. */
function urlOf(folder: DataFolder, { port, socketFolder }: Server, database: string): string {
  const url = new URL(`postgres://${ownerName}:${readPassword(folder)}@127.0.0.1:${port}/${database}`);
  if (socketFolder) url.searchParams.set("host", socketFolder);
  return url.href;
}
