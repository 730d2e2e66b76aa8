import type { Migration } from "@homeroom/database/migration";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DatabaseAccess } from "../access.ts";
import { createTestDatabase, type TestDatabase } from "../for-tests.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { migrate } from "./migrate.ts";

const name = "9997-nicknames";
let database: TestDatabase;
let access: DatabaseAccess;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  access = database.access;
  client = await connect();
  await client.query(`
    create table pupil (pupil_id int primary key, nickname text);
    insert into pupil select number, 'Pupil ' || number from generate_series(1, 1000) number`);
});

afterEach(async () => {
  await client.end();
  await database.close();
});

async function connect(): Promise<Client> {
  const made = new Client({ connectionString: access.ownerUrl });
  await made.connect();
  return made;
}

const uniqueNicknames: Migration = {
  indexes: [{ name: "pupil_nickname", unique: true, definition: "on pupil (nickname)" }],
  up: (db) => db.schema.alterTable("pupil").addColumn("indexed", "boolean").execute(),
};
const knownAnd = async (migration: Migration): Promise<Migrations> => ({
  ...(await loadMigrations()),
  [name]: migration,
});
const validity = async () => {
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass('pupil_nickname')",
  );
  return rows.map(({ valid }) => valid);
};
const isRecorded = async () => (await client.query("select from kysely_migration where name = $1", [name])).rowCount;

test("an index is built while rows are written, by one of two processes", async () => {
  const writer = await connect();
  await writer.query("begin; insert into pupil values (1001, 'Uncommitted')");
  const known = await knownAnd(uniqueNicknames);
  const migrating = Promise.all([migrate(access, known), migrate(access, known)]);
  await expect.poll(validity).toEqual([false]);
  // The build waits for the writer; others need not wait for the build.
  await client.query("set statement_timeout = '60s'; insert into pupil values (1002, 'Meanwhile')");
  expect(await isRecorded()).toBe(0);
  await writer.query("commit");
  await migrating;
  expect(await validity()).toEqual([true]);
  expect(await isRecorded()).toBe(1);
  await expect(client.query("insert into pupil values (1003, 'Uncommitted')")).rejects.toThrow(/pupil_nickname/);
  await writer.end();
});

test("a failed build leaves no index, and is repeated once its cause is fixed", async () => {
  await client.query("insert into pupil values (1001, 'Pupil 1')");
  const known = await knownAnd(uniqueNicknames);
  await expect(migrate(access, known)).rejects.toThrow(`Migration ${name} failed: could not create unique index`);
  expect(await validity()).toEqual([]);
  expect(await isRecorded()).toBe(0);
  await client.query("delete from pupil where pupil_id = 1001");
  await migrate(access, known);
  expect(await validity()).toEqual([true]);
});

test("the remains of a killed build are rebuilt", async () => {
  const writer = await connect();
  await writer.query("begin; insert into pupil values (1001, 'Uncommitted')");
  const known = await knownAnd(uniqueNicknames);
  const cutOff = migrate(access, known).then(
    () => "finished",
    (error: Error) => error.message,
  );
  await expect.poll(validity).toEqual([false]);
  await database.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'create unique index concurrently%'`,
  );
  expect(await cutOff).toMatch(/terminating connection/);
  expect(await validity()).toEqual([false]);
  await writer.query("rollback");
  await migrate(access, known);
  expect(await validity()).toEqual([true]);
  await writer.end();
});

test("an index built before its migration was interrupted is not rebuilt", async () => {
  const known = await knownAnd({ ...uniqueNicknames, up: () => Promise.reject(new Error("cut off")) });
  await expect(migrate(access, known)).rejects.toThrow(`Migration ${name} failed: cut off`);
  const { rows: before } = await client.query("select 'pupil_nickname'::regclass::oid");
  await migrate(access, await knownAnd(uniqueNicknames));
  const { rows: after } = await client.query("select 'pupil_nickname'::regclass::oid");
  expect(after).toEqual(before);
});
