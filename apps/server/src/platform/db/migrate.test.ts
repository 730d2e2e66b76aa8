import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DatabaseAccess, prepareAccess } from "./access.ts";
import { createTestDatabase, type TestDatabase } from "./embedded/for-tests.ts";
import { testSecretKey } from "./for-tests.ts";
import { knownMigrations, migrate, planMigrations } from "./migrate.ts";

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

test("a plan tells the statements of all that is to come, and changes nothing", async () => {
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

test("a migration gives way to those who use its table, and is done once they let go", async () => {
  const [holder, reader] = [await connect(), await connect()];
  await holder.query("delete from kysely_migration where name >= '0081'");
  await holder.query("drop table removed_file");
  await holder.query("alter table account drop column email_key cascade, drop column staff_key cascade");
  for (const index of ["account_email", "account_staff_id", "account_staff_name"])
    await holder.query(`create index ${index} on account (account_id)`);
  await holder.query("begin; lock table account in access share mode");
  const migrating = migrate(access);
  const isWaiting = async () =>
    (await reader.query("select from pg_locks where relation = 'account'::regclass and not granted")).rowCount;
  await expect.poll(isWaiting).toBe(1);
  // It would wait behind the migration for as long as the holder stays.
  await reader.query("select from account");
  await holder.query("commit");
  await migrating;
  expect(await planMigrations(base.url)).toEqual([]);
  await Promise.all([holder.end(), reader.end()]);
});
