import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { notifyTogether } from "./notify-together.ts";

let base: TestDatabase;
let pool: pg.Pool;
let listener: pg.Client;
/** The statements that reached the database. */
const statements: string[] = [];

beforeAll(async () => {
  base = await createTestDatabase();
  const connectionString = base.access.applicationUrl;
  const bare = new pg.Pool({ connectionString, max: 3 });
  const query = bare.query.bind(bare) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  Object.assign(bare, {
    query: (text: string, values?: unknown[]) => {
      statements.push(text);
      return query(text, values);
    },
  });
  pool = notifyTogether(bare);
  listener = new pg.Client({ connectionString });
  await listener.connect();
  await listener.query('listen "told"');
});
afterAll(async () => {
  await listener?.end();
  await pool?.end();
  await base?.close();
});

const tell = (payload: string) => pool.query("SELECT pg_notify($1, $2)", ["told", payload]);

test("what is told at once arrives whole and in order, in few statements", async () => {
  const heard: (string | undefined)[] = [];
  const all = new Promise<void>((resolve) => {
    listener.on("notification", ({ payload }) => heard.push(payload) === 1200 && resolve());
  });
  const payloads = Array.from({ length: 1200 }, (_, place) => `${place}`);
  await Promise.all(payloads.map(tell));
  await all;
  expect(heard).toEqual(payloads);
  expect(statements.length).toBeLessThan(6);
});

test("one that the database refuses fails those beside it, and the next ones go on", async () => {
  const refused = await Promise.allSettled([tell("a"), tell("x".repeat(8001)), tell("b")]);
  expect(refused.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await tell("c");
});

test("other statements go through as they are", async () => {
  expect((await pool.query("select $1::int as one", [1])).rows).toEqual([{ one: 1 }]);
});
