import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "./launcher.ts";
import { isAlive } from "./liveness.ts";
import { readPidFile } from "./server-process.ts";
import { memoryFolder, temporaryFolder } from "./temporary-folder-for-tests.ts";

/** A database of one test, on the cluster that the whole run shares. */
export interface TestDatabase {
  /** Connects as the owner, who bypasses row-level security but, as on most hosted servers, is not a superuser. */
  readonly url: string;
  /** The owner's address through the pooler in HOMEROOM_TEST_POOLER (such as 127.0.0.1:6432); `url` without one. */
  readonly pooledUrl: string;
  /** Connects as the server's superuser, for actions that need one, such as ending connections. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

const folderPrefix = "homeroom-test-cluster-";

/** Who owns every database of the tests. */
const owner = { name: "homeroom_test_owner", password: "owner" };

/**
 * Starts the cluster of a test run, in a temporary folder (in memory where there is plenty) and without fsync.
 * HOMEROOM_TEST_DATABASE names the cluster and HOMEROOM_TEST_FOLDER the folder, where tests may keep files beside it; the
 * run's processes inherit both. Starts nothing when both are set, and no cluster when the first is (a server of one's own).
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env["HOMEROOM_TEST_DATABASE"];
  if (given && process.env["HOMEROOM_TEST_FOLDER"]) return { url: given, stop: async () => undefined };
  await clearAbandoned();
  const folder = mkdtempSync(join(temporaryFolder(), `${folderPrefix}${process.pid}-`));
  chmodSync(folder, 0o755); // as root, the server's user has to get in
  process.env["HOMEROOM_TEST_FOLDER"] = folder;
  if (given) {
    await onCluster(makeOwner);
    return { url: given, stop: () => rm(folder, { recursive: true, force: true }) };
  }
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "400",
    // Thousands of connections sign in, and these passwords need no protection from guessing.
    scram_iterations: "1",
  };
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => {}, error: (line) => void process.stderr.write(`${line}\n`) },
    settings,
  });
  process.env["HOMEROOM_TEST_DATABASE"] = postgres.ownerUrl;
  await onCluster(makeOwner);
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: postgres.ownerUrl, stop };
}

/**
 * Makes an empty database, or in a few milliseconds a copy of a template that `prepareTemplate` made.
 * Drop it when the test file ends.
 */
export async function createTestDatabase(template = "template1"): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // By default every page of the template goes through the log, which takes several times as long without fsync.
  await onCluster((client) =>
    client.query(`create database ${name} template ${template} strategy file_copy owner ${owner.name}`),
  );
  const drop = (): Promise<void> => onCluster((client) => client.query(`drop database if exists ${name} with (force)`));
  return { url: ownerUrlOf(name), pooledUrl: pooledUrlOf(name), superuserUrl: urlOf(name), drop };
}

/**
 * Makes a template once for the whole run, however many workers ask for it: `build` is given the address of an empty
 * database and fills it (migrations). Its connections must be closed when it is done.
 */
export async function prepareTemplate(name: string, build: (url: string) => Promise<void>): Promise<void> {
  await onCluster(async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount !== 0) return;
    const unfinished = `${name}_${randomBytes(4).toString("hex")}`;
    await client.query(`create database ${unfinished} owner ${owner.name}`);
    await build(ownerUrlOf(unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
}

/** The owner can sign in and create roles, and nothing else. */
async function makeOwner(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [owner.name]);
  if (rowCount === 0) await client.query(`create role ${owner.name} login createrole password '${owner.password}'`);
}

async function onCluster(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: urlOf("postgres") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function ownerUrlOf(database: string): string {
  const url = new URL(urlOf(database));
  url.username = owner.name;
  url.password = owner.password;
  return url.href;
}

function pooledUrlOf(database: string): string {
  const url = new URL(ownerUrlOf(database));
  const pooler = process.env["HOMEROOM_TEST_POOLER"];
  if (!pooler) return url.href;
  url.host = pooler;
  url.searchParams.delete("host");
  return url.href;
}

function urlOf(database: string): string {
  const cluster = process.env["HOMEROOM_TEST_DATABASE"];
  if (!cluster) throw new Error("HOMEROOM_TEST_DATABASE is not set: tools/vitest-global-setup.ts sets it for a run.");
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  return url.href;
}

// A run that was killed leaves its server and its folder behind.
async function clearAbandoned(): Promise<void> {
  const places = [tmpdir(), memoryFolder].filter((place) => existsSync(place));
  for (const folder of places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const runner = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(basename(folder))?.[1]);
    if (!(runner > 0) || isAlive(runner)) continue;
    const server = readPidFile(join(folder, "postgres", "cluster"));
    if (server !== undefined && isAlive(server.pid)) process.kill(server.pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true });
  }
}
