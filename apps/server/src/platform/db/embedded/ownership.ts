import { execFile } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, DatabaseError } from "pg";
import { clusterIn, type DataFolder } from "./data-folder.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive } from "./liveness.ts";
import { pidFileIn, readIfThere, readPidFile, type Server } from "./server-process.ts";

/**
 * The right to use and to stop a server: an advisory lock in it, held by an open connection. It ends with our process
 * however that ends, so an orphan is simply a server whose lock is free, and two processes cannot both hold it.
 */
export interface Ownership {
  /** Called when the connection is lost: the server ended, or it closed all connections to recover from a crash. */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

const applicationName = "homeroom launcher";
const lockKeys = [0x686f6d65, 1];
const answerLimitMs = 60_000;

/**
 * The server that is running on this folder: one that an earlier process of ours left behind, or one that is in use.
 * A stale pid file is ignored, even when its number now belongs to another program.
 */
export async function findServer(folder: DataFolder): Promise<Server | undefined> {
  const file = readPidFile(clusterIn(folder));
  if (file === undefined || !isAlive(file.pid)) return undefined;
  if (await worksOn(file.pid, clusterIn(folder))) return file;
  disown(pidFileIn(clusterIn(folder)));
  return undefined;
}

/**
 * Takes over the server for this process, waiting while it starts up or shuts down. Undefined: it has ended.
 * @throws EmbeddedPostgresError when another live process has it.
 */
export async function takeOwnership(folder: DataFolder, server: Server, url: string): Promise<Ownership | undefined> {
  const deadline = Date.now() + answerLimitMs;
  while (readPidFile(clusterIn(folder))?.pid === server.pid && isAlive(server.pid)) {
    const client = await connect(url);
    if (client !== undefined) return holdOn(client, folder);
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`The database server (process ${server.pid}) in ${folder.base} does not answer.`);
    }
    await sleep(50);
  }
  return undefined;
}

async function connect(url: string): Promise<Client | undefined> {
  const name = `${applicationName} ${process.pid}`;
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    // cannot_connect_now: starting up or shutting down. Other errors do not go away by retrying.
    if (error instanceof DatabaseError && error.code !== "57P03") {
      throw new EmbeddedPostgresError(`The embedded PostgreSQL refused the connection: ${error.message}`);
    }
    return undefined;
  }
}

async function holdOn(client: Client, folder: DataFolder): Promise<Ownership> {
  try {
    await checkIsOurs(client, folder);
    await lock(client, folder);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    onLost: (listener) => void client.once("end", listener),
    release: async () => {
      client.removeAllListeners("end");
      await client.end();
    },
  };
}

async function checkIsOurs(client: Client, folder: DataFolder): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const directory = rows[0]?.data_directory ?? "";
  if (realpathSync(directory) === realpathSync(clusterIn(folder))) return;
  throw new EmbeddedPostgresError(`The database server of ${folder.base} answers for another folder, ${directory}.`);
}

async function lock(client: Client, folder: DataFolder): Promise<void> {
  // A process that was killed may be gone a moment before its connection is.
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", lockKeys);
    if (rows[0]?.got) return;
    const holder = await holderOf(client);
    if (holder !== undefined && isAlive(holder)) {
      throw new EmbeddedPostgresError(
        `Homeroom is running on ${folder.dataDir} already (process ${holder}): stop that one, or choose another DATA_DIR.`,
      );
    }
    await sleep(100);
  }
  throw new EmbeddedPostgresError(`Another process holds the database in ${folder.base}.`);
}

async function holderOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2`,
    lockKeys,
  );
  const pid = Number(rows[0]?.name.slice(applicationName.length));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

// Checked with the system and not at the port: the pid and the port in a stale file may belong to any program.
async function worksOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  return (await commandLine(pid)).includes(cluster);
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return (await promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout;
  } catch {
    return "";
  }
}

// PostgreSQL believes a pid file whose number is alive, except when it is its parent's: ours. Told so, it still makes
// its other check, that no orphaned session is at work in the folder; without the file it could not.
function disown(file: string): void {
  const text = readIfThere(file);
  if (text === undefined) return;
  const [, ...rest] = text.split("\n");
  writeFileSync(file, [process.pid, ...rest].join("\n"));
}
