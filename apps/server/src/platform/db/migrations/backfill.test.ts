import { join } from "node:path";
import type { Backfill } from "@homeroom/database/migration";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "#platform/log/log";
import { prepareAccess } from "../access.ts";
import { createTestDatabase as createEmptyDatabase } from "../embedded/for-tests.ts";
import { createTestDatabase, type TestDatabase, testSecretKey } from "../for-tests.ts";
import { dumpOrganization } from "../transfer/dump-organization.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { migrate } from "./migrate.ts";
import { startBackfills } from "./run-backfills.ts";

const name = "9996-nickname-keys";
const rowCount = 1700;
const keys: Backfill = {
  table: "pupil",
  set: "nickname_key = lower(nickname)",
  where: "nickname_key is null and nickname is not null",
};
const log = createLog("silent", "test");
let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.access.ownerUrl });
  await client.connect();
  // The key has a column whose texts sort otherwise than its values.
  await client.query(`
    create table pupil (school text, number int, nickname text, primary key (school, number));
    insert into pupil select 'it''s, ' || number % 2, number, 'Pupil ' || number from generate_series(1, ${rowCount}) number`);
});

afterEach(async () => {
  await client.end();
  await database.close();
});

const addColumn = { table: "pupil", column: "nickname_key" };
const withBackfill = async (backfill = keys): Promise<Migrations> => ({
  ...(await loadMigrations()),
  [name]: {
    up: (db) => db.schema.alterTable(addColumn.table).addColumn(addColumn.column, "text").execute(),
    backfill,
  },
});
const start = (migrations: Migrations) => startBackfills({ ownerUrl: database.access.ownerUrl, log, migrations });
const count = async (condition: string) => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int from pupil where ${condition}`);
  return rows[0]?.count;
};
const progress = async () => {
  const { rows } = await client.query<{ changed: number; finished: boolean }>(
    "select changed_rows::int as changed, finished_at is not null as finished from backfill where migration = $1",
    [name],
  );
  return rows[0];
};

/** Runs two batches of four: somebody holds a row of the second until the stop has been asked for. */
async function stopHalfWay(migrations: Migrations): Promise<void> {
  await client.query("begin; select from pupil where number = 1100 for update");
  const half = start(migrations);
  const isWaiting = () =>
    database.superuser.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(async () => (await isWaiting()).rowCount).toBe(1);
  const stopped = half.stop();
  await client.query("commit");
  await stopped;
}

test("a backfill continues where it was stopped, and changes each row once", async () => {
  const migrations = await withBackfill();
  await migrate(database.access, migrations);
  expect(await count("nickname_key is not null")).toBe(0);
  await stopHalfWay(migrations);
  expect(await progress()).toEqual({ changed: 1000, finished: false });
  expect(await count("nickname_key is not null")).toBe(1000);
  await start(migrations).finished;
  expect(await progress()).toEqual({ changed: rowCount, finished: true });
  expect(await count("nickname_key = lower(nickname)")).toBe(rowCount);
});

test("rows written meanwhile by the previous release are filled too", async () => {
  const migrations = await withBackfill();
  await migrate(database.access, migrations);
  await stopHalfWay(migrations);
  await client.query("insert into pupil values ('a', 0, 'Behind')");
  await start(migrations).finished;
  expect(await count("nickname_key is null")).toBe(0);
});

test("several workers share it without doing a row twice, while people work on the rows", async () => {
  const migrations = await withBackfill();
  await migrate(database.access, migrations);
  await client.query("begin; update pupil set nickname = 'CHANGED' where number = 3");
  const workers = [start(migrations), start(migrations)];
  await client.query("commit");
  await Promise.race(workers.map(({ finished }) => finished));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await progress()).toEqual({ changed: rowCount, finished: true });
  expect(await count("nickname_key = 'changed'")).toBe(1);
});

test("a migration that relies on it waits until it is finished", async () => {
  const needing = {
    afterBackfills: [name],
    up: (db) =>
      db.schema
        .alterTable(addColumn.table)
        .alterColumn(addColumn.column, (column) => column.setNotNull())
        .execute(),
  } satisfies Migrations[string];
  const migrations = { ...(await withBackfill()), "9997-needed-keys": needing };
  await migrate(database.access, migrations);
  expect(await progress()).toEqual({ changed: rowCount, finished: true });
  await expect(client.query("insert into pupil values ('b', 1, 'Without')")).rejects.toThrow(/not-null/);
});

test("a backfill that would never end is refused", async () => {
  const endless = { ...keys, where: "nickname is not null" };
  const migrations = { ...(await withBackfill(endless)), "9997-after": { afterBackfills: [name] } };
  await expect(migrate(database.access, migrations)).rejects.toThrow(/would never end/);
  expect(await count("nickname_key is not null")).toBe(0);
});

test("an organisation is not copied while rows of it are unfilled", async () => {
  const organizationId = "0199d000-0001-7000-8000-000000000001";
  await client.query(`insert into organization (organization_id, name) values ('${organizationId}', 'Centre')`);
  const migrations = await withBackfill();
  await migrate(database.access, migrations);
  const file = join(database.platform.settings.DATA_DIR, "organisation.dump");
  const dump = () => dumpOrganization(database.access.ownerUrl, organizationId, file);
  await expect(dump()).rejects.toThrow(`still filling rows for ${name}`);
  await start(migrations).finished;
  expect(await dump()).toBeGreaterThan(0);
});

test("on a fresh install it is done with its migration", async () => {
  const empty = await createEmptyDatabase();
  const access = await prepareAccess(empty.url, testSecretKey);
  const backfill = { table: "dict_type", set: "name = 'filled'", where: "name <> 'filled'" };
  await migrate(access, { ...(await loadMigrations()), [name]: { backfill } });
  const other = new Client({ connectionString: empty.url });
  await other.connect();
  const { rows } = await other.query("select migration from backfill where finished_at is not null");
  await other.end();
  await empty.drop();
  expect(rows).toContainEqual({ migration: name });
});
