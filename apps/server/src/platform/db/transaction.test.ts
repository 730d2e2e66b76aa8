import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { createTestDatabase, type TestDatabase } from "./for-tests.ts";
import type { Scope } from "./scope.ts";
import { inTransaction, type Tx } from "./transaction.ts";

let base: TestDatabase;
let scope: Scope;

beforeAll(async () => {
  base = await createTestDatabase();
  ({ scope } = await buildOrganization(base.db));
});

afterAll(() => base.close());

const lock = (tx: Tx, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);

test("two transactions that wait for each other are both carried out", async () => {
  let arrive = () => {};
  const bothHoldOne = new Promise<void>((resolve) => {
    let waiting = 2;
    arrive = () => {
      waiting -= 1;
      if (waiting <= 0) resolve();
    };
  });
  let runs = 0;
  const lockTwo = (first: number, second: number) =>
    inTransaction(base.db, scope, async (tx) => {
      runs += 1;
      await lock(tx, first);
      arrive();
      await bothHoldOne;
      await lock(tx, second);
      return first;
    });
  expect(await Promise.all([lockTwo(1, 2), lockTwo(2, 1)])).toEqual([1, 2]);
  expect(runs).toBe(3);
});

test("any other failure is passed on at once", async () => {
  let runs = 0;
  const failing = inTransaction(base.db, scope, async (tx) => {
    runs += 1;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(runs).toBe(1);
});
