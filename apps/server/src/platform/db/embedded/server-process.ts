import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, fchownSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { clusterIn, type DataFolder, logFileIn, serverEnvironment } from "./data-folder.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive } from "./liveness.ts";
import { type ServerSettings, smallMachine } from "./server-settings.ts";

/** A database server as its own pid file describes it. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Where its Unix socket is; empty when it has none. */
  readonly socketFolder: string;
}

const isWindows = process.platform === "win32";
/** Of the path of a Unix socket, which all systems take. */
const maxSocketPathBytes = 103;
const maxLogBytes = 10 * 1024 * 1024;
const startLimitMs = 120_000;
const stopLimitMs = 60_000;

/**
 * Starts the server on a port of the loopback (0: any free one) and waits until it takes connections.
 * Answers `taken` while another server has the folder, `port` when something else has the port.
 * @throws EmbeddedPostgresError with the server's own words when it cannot start.
 */
export async function launch(
  folder: DataFolder,
  binaries: Binaries,
  settings: ServerSettings,
  wantedPort: number,
): Promise<Server | "taken" | "port"> {
  const port = wantedPort === 0 ? await freePort() : wantedPort;
  const logStart = makeRoomInLog(logFileIn(folder));
  const child = spawnServer(folder, binaries, {
    ...smallMachine,
    unix_socket_directories: socketFolderOf(folder),
    ...settings,
    port: String(port),
  });
  const deadline = Date.now() + startLimitMs;
  while (!hasGivenUp(child)) {
    const server = readPidFile(clusterIn(folder));
    // The port tells our server's file from that of another one that was started at the same moment.
    if (server?.ready && server.port === port) return server;
    if (Date.now() > deadline) {
      child.kill("SIGQUIT");
      throw new EmbeddedPostgresError(
        `PostgreSQL was not ready after ${startLimitMs / 1000} s: see ${logFileIn(folder)}`,
      );
    }
    await sleep(15);
  }
  const output = readFileSync(logFileIn(folder)).subarray(logStart).toString();
  // Some file systems do not support sockets, such as a folder shared with a virtual machine.
  if (output.includes("could not create any Unix-domain sockets"))
    return launch(folder, binaries, { ...settings, unix_socket_directories: "" }, wantedPort);
  return explain(output, folder);
}

/** What the pid file in a cluster says; undefined when there is none, or only half of one. */
export function readPidFile(cluster: string): (Server & { ready: boolean }) | undefined {
  const text = readIfThere(pidFileIn(cluster));
  if (text === undefined) return undefined;
  const [pid, , , port, socketFolder = "", , , status] = text.split("\n");
  return { pid: Number(pid), port: Number(port), socketFolder, ready: status?.trim() === "ready" };
}

/** Another process may remove the file at any moment, so checking first whether it exists would prove nothing. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written by a server as it starts, removed as the last thing it does. */
export const pidFileIn = (cluster: string): string => join(cluster, "postmaster.pid");

/** Asks the server to end sessions, flush to disk and stop; kills it if it has not stopped within a minute. */
export async function stopServer(folder: DataFolder, binaries: Binaries, server: Server): Promise<void> {
  if (!requestStop(folder, binaries, server)) return;
  const deadline = Date.now() + stopLimitMs;
  while (isRunning(folder, server) && Date.now() < deadline) await sleep(15);
  if (isRunning(folder, server)) process.kill(server.pid, "SIGQUIT");
  // Its pid file disappears a moment before the process ends.
  for (let wait = 0; isAlive(server.pid) && wait < 50; wait++) await sleep(10);
}

/** The same for a process that is exiting and can no longer wait for anything asynchronous. */
export function stopServerNow(folder: DataFolder, binaries: Binaries, server: Server): void {
  if (!requestStop(folder, binaries, server)) return;
  const deadline = Date.now() + stopLimitMs;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (isRunning(folder, server) && Date.now() < deadline) Atomics.wait(pause, 0, 0, 15);
}

function requestStop(folder: DataFolder, binaries: Binaries, server: Server): boolean {
  if (!isRunning(folder, server)) return false;
  // Windows has no signals; its pg_ctl speaks to the server through a pipe.
  if (isWindows) {
    spawn(binaries.pgCtl, ["stop", "-m", "fast", "-W", "-D", clusterIn(folder)], { stdio: "ignore" });
  } else {
    process.kill(server.pid, "SIGINT");
  }
  return true;
}

// The pid alone proves nothing: it may be somebody else's by now.
function isRunning(folder: DataFolder, server: Server): boolean {
  return readPidFile(clusterIn(folder))?.pid === server.pid && isAlive(server.pid);
}

function spawnServer(folder: DataFolder, binaries: Binaries, settings: ServerSettings): ChildProcess {
  const args = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const log = openLog(folder);
  const options = {
    ...folder.runAs,
    cwd: "/",
    env: serverEnvironment(),
    // A session of its own: Ctrl-C in a terminal is for us, and we stop the server when the last query is done.
    detached: true,
    stdio: ["ignore" as const, log, log],
  };
  // Only pg_ctl can give up an administrator's rights on Windows, which the server insists on.
  const child = isWindows
    ? spawn(
        binaries.pgCtl,
        ["start", "-W", "-D", clusterIn(folder), "-o", args.map((each) => `"${each}"`).join(" ")],
        options,
      )
    : spawn(binaries.postgres, ["-D", clusterIn(folder), ...args], options);
  closeSync(log);
  child.unref();
  child.on("error", () => undefined); // told from the missing pid
  if (child.pid === undefined) throw new EmbeddedPostgresError(`${binaries.postgres} could not be started.`);
  return child;
}

/**
 * A call through a Unix socket takes half of what it takes through TCP. In the database's own folder nobody else gets to it.
 * Empty where it cannot be: on Windows, and where the path is too long or would be read as a list of folders.
 */
function socketFolderOf({ base }: DataFolder): string {
  const isPossible = Buffer.byteLength(join(base, ".s.PGSQL.65535")) <= maxSocketPathBytes && !/[,"]/.test(base);
  return isPossible && !isWindows ? base : "";
}

function hasGivenUp({ exitCode, signalCode }: ChildProcess): boolean {
  return signalCode !== null || (exitCode !== null && !(isWindows && exitCode === 0));
}

// Root opens a file in another user's folder here: a symbolic link planted there must not redirect it.
function openLog(folder: DataFolder): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const log = openSync(logFileIn(folder), flags, 0o600);
  if (folder.runAs !== undefined) fchownSync(log, folder.runAs.uid, folder.runAs.gid);
  return log;
}

/** Where this start's lines will begin. One earlier file is kept. */
function makeRoomInLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxLogBytes) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function explain(output: string, folder: DataFolder): "taken" | "port" {
  // The second: sessions of a server that was killed have not noticed yet.
  const busy = ['lock file "postmaster.pid" already exists', "pre-existing shared memory block"];
  if (busy.some((words) => output.includes(words))) return "taken";
  if (output.includes("could not create any TCP/IP sockets")) return "port";
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(output)?.[1] ?? "it ended without a word";
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (${logFileIn(folder)})`);
}
