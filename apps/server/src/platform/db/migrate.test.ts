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

const connect = async (database: TestDatabase) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};

test("a plan tells the statements of all that is to come, and changes nothing", async () => {
  const planned = await planMigrations(base.url);
  expect(planned.map(({ name }) => name)).toEqual(await knownMigrations());
  expect(planned[0]?.statements.join("\n")).toContain("create table organization");
  const client = await connect(base);
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  await client.end();
  expect(rows).toEqual([]);
});

test("two processes that start together migrate once, and there is nothing left to plan", async () => {
  await Promise.all([migrate(access), migrate(access)]);
  expect(await planMigrations(base.url)).toEqual([]);
});

test("a migration gives way to those who use its table, and is done once they let go", async () => {
  const other = await createTestDatabase();
  const inUse = await prepareAccess(other.url, testSecretKey);
  await migrate(
    inUse,
    (await knownMigrations()).filter((name) => name < "0140-figures"),
  );
  const [holder, reader] = [await connect(other), await connect(other)];
  await holder.query("begin; lock table lead in access share mode");
  const migrating = migrate(inUse);
  const isWaiting = async () =>
    (await reader.query("select from pg_locks where relation = 'lead'::regclass and not granted")).rowCount;
  await expect.poll(isWaiting).toBe(1);
  // It would wait behind the migration for as long as the holder stays.
  await reader.query("select from lead");
  await holder.query("commit");
  await migrating;
  expect(await planMigrations(other.url)).toEqual([]);
  await Promise.all([holder.end(), reader.end()]);
  await other.drop();
});
