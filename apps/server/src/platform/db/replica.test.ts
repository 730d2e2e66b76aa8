import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#platform/log/log";
import { type DatabaseAccess, prepareAccess } from "./access.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/launcher.ts";
import { temporaryFolder } from "./embedded/temporary-folder-for-tests.ts";
import { behindSeconds, followReplica, type Replica, readingFromReplica } from "./replica.ts";
import { organizationScope } from "./scope.ts";

const log = { info: () => undefined, error: (line: string) => void process.stderr.write(`${line}\n`) };
const scope = organizationScope(OrganizationId.parse("01930000-0000-7000-8000-0000000000aa"));
const fast = { fsync: "off", max_connections: "40" };

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let access: DatabaseAccess;
let connection: DatabaseConnection;
let replica: Replica;

beforeAll(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "homeroom-replica-"));
  chmodSync(folder, 0o755); // as root, the server's user has to get in
  const settings = { ...fast, wal_level: "replica", max_wal_senders: "4", wal_keep_size: "64MB" };
  for (const name of ["primary", "standby"]) mkdirSync(join(folder, name), { mode: 0o755 });
  primary = await startEmbeddedPostgres({ dataDir: join(folder, "primary"), log, settings });
  access = await prepareAccess(primary.ownerUrl, Buffer.alloc(32, 7));
  connection = connectDatabase(access, { size: 4 }, createLog("silent", "test"));
  await asOwner(async (owner) => {
    await owner.query("create table figure (value int)");
    await owner.query("grant select on figure to public");
    await owner.query("insert into figure values (1)");
    await copyAsStandby(owner);
  });
  const { port, password, username } = new URL(primary.ownerUrl);
  const follows = { primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}` };
  standby = await startEmbeddedPostgres({
    dataDir: join(folder, "standby"),
    log,
    settings: { ...settings, ...follows },
  });
  const given = { access, primary: connection.db, poolSize: 2, log: createLog("silent", "test") };
  replica = followReplica({ ...given, url: standby.ownerUrl });
});

afterAll(async () => {
  await replica?.stop();
  await connection?.close();
  await standby?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asOwner(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: primary.ownerUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** Copies the primary's files while it runs, as a base backup does, into a server that follows it. */
async function copyAsStandby(owner: pg.Client): Promise<void> {
  await owner.query("select pg_backup_start('replica', true)");
  execFileSync("cp", ["-a", join(folder, "primary", "postgres"), join(folder, "standby", "postgres")]);
  const { rows } = await owner.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  const cluster = join(folder, "standby", "postgres", "cluster");
  const { uid, gid } = statSync(cluster);
  rmSync(join(cluster, "postmaster.pid"));
  for (const [name, content] of Object.entries({ backup_label: rows[0]?.labelfile ?? "", "standby.signal": "" })) {
    writeFileSync(join(cluster, name), content);
    chownSync(join(cluster, name), uid, gid);
  }
}

/** What is read, and whether it came from the replica. */
const read = () =>
  readingFromReplica({ db: connection.db, replica }, scope, async (tx) => {
    const found = await sql<{ value: number; follows: boolean }>`
      select max(value) as value, pg_is_in_recovery() as follows from figure`.execute(tx);
    return found.rows[0];
  });

test("figures are read from the replica, or from the database if the replica is lost", async () => {
  await expect.poll(() => replica.current()).not.toBeNull();
  await asOwner(async (owner) => void (await owner.query("insert into figure values (2)")));
  await expect.poll(read).toEqual({ value: 2, follows: true });
  expect(replica.lagSeconds()).toBeLessThan(60);

  await standby.stop();
  expect(await read()).toEqual({ value: 2, follows: false });
  expect(replica.current()).toBeNull();
  expect(replica.lagSeconds()).toBe(Number.POSITIVE_INFINITY);
});

test("a replica is as far behind as the oldest position that it has not reached", () => {
  const marks = [10, 20, 30].map((at, index) => ({ at, time: index * 2000 }));
  expect(behindSeconds(marks, 30, 9000)).toBe(0);
  expect(behindSeconds(marks, 25, 9000)).toBe(5);
  expect(behindSeconds(marks, 5, 9000)).toBe(9);
  expect(behindSeconds([], 5, 9000)).toBe(Number.POSITIVE_INFINITY);
});
