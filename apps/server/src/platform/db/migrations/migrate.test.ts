import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DatabaseAccess, prepareAccess, roleOf } from "../access.ts";
import { createTestDatabase, type TestDatabase } from "../embedded/for-tests.ts";
import { testSecretKey } from "../for-tests.ts";
import { knownMigrations, loadMigrations, type Migrations } from "./known-migrations.ts";
import { migrate } from "./migrate.ts";
import { planMigrations } from "./plan-migrations.ts";

let base: TestDatabase;
let access: DatabaseAccess;

beforeAll(async () => {
  base = await createTestDatabase();
  access = await prepareAccess(base.url, testSecretKey);
});
afterAll(() => base.drop());

const connect = async () => {
  const client = new pg.Client({ connectionString: base.url });
  await client.connect();
  return client;
};

/** What the code knows, and one more that runs this statement. */
const knownAnd = async (name: string, statement: string): Promise<Migrations> => ({
  ...(await loadMigrations()),
  [name]: { up: async (db) => void (await sql.raw(statement).execute(db)) },
});

test("a plan prints all pending statements, and changes nothing", async () => {
  const planned = await planMigrations(base.url);
  expect(planned.map(({ name }) => name)).toEqual(await knownMigrations());
  expect(planned[0]?.statements.join("\n")).toContain("create table organization");
  const client = await connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  await client.end();
  expect(rows).toEqual([]);
});

test("two processes that start together migrate once, and there is nothing left to plan", async () => {
  await Promise.all([migrate(access), migrate(access)]);
  expect(await planMigrations(base.url)).toEqual([]);
});

test("foreign objects in the same schema are not touched", async () => {
  const stranger = new pg.Client({ connectionString: base.superuserUrl });
  await stranger.connect();
  await stranger.query("create table somebody_elses (id int)");
  await stranger.query("create view somebody_elses_view as select * from somebody_elses");
  await migrate(access);
  const { rows } = await stranger.query<{ may: boolean }>(
    "select has_table_privilege($1, 'somebody_elses', 'select') as may",
    [roleOf(access)],
  );
  await stranger.query("drop table somebody_elses cascade");
  await stranger.end();
  expect(rows).toEqual([{ may: false }]);
});

test("a failed migration is named and rolled back", async () => {
  const broken = await knownAnd("9997-broken", "create table half (id int); select 1 / 0");
  await expect(migrate(access, broken)).rejects.toThrow("Migration 9997-broken failed: division by zero");
  const client = await connect();
  const { rows } = await client.query("select to_regclass('half') as half");
  expect(rows).toEqual([{ half: null }]);
  await client.end();
  await migrate(access);
});

test("a migration yields to transactions that use its table, and completes once they end", async () => {
  const [holder, reader] = [await connect(), await connect()];
  await holder.query("begin; lock table account in access share mode");
  const migrating = migrate(access, await knownAnd("9998-shoe-size", "alter table account add shoe_size int"));
  const isWaiting = async () =>
    (await reader.query("select from pg_locks where relation = 'account'::regclass and not granted")).rowCount;
  await expect.poll(isWaiting).toBe(1);
  // It would wait behind the migration for as long as the holder stays.
  await reader.query("select from account");
  await holder.query("commit");
  await migrating;
  const { rows } = await reader.query("select shoe_size from account");
  expect(rows).toEqual([]);
  await holder.query("delete from kysely_migration where name = '9998-shoe-size'");
  await Promise.all([holder.end(), reader.end()]);
});

test("a database that a newer release has migrated is refused", async () => {
  await migrate(access, await knownAnd("9999-newer", "create table newer (id int)"));
  await expect(migrate(access)).rejects.toThrow(/of a newer release: it has the migration 9999-newer/);
});
