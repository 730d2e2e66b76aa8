import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "./for-tests.ts";
import type { Scope } from "./scope.ts";
import { inReadOnlyTransaction, inTransaction, type Tx } from "./transaction.ts";

const base = prepareDatabase();
let scope: Scope;

beforeAll(async () => {
  ({ scope } = await buildOrganization(base.db));
});

const lock = (tx: Tx, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);

test("two transactions that deadlock both complete", async () => {
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

test("a read-only transaction answers, refuses to write, and gives its connection back", async () => {
  const { db } = base;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      inReadOnlyTransaction(db, scope, async (tx) => {
        const { rows } = await sql<{ number: number; organization: string }>`
          select ${number}::int as number, current_setting('app.organization_id') as organization`.execute(tx);
        return rows[0];
      }),
    ),
  );
  expect(answers).toEqual(answers.map((_, number) => ({ number, organization: scope.organizationId })));
  const write = inReadOnlyTransaction(db, scope, (tx) => sql`update organization set name = 'x'`.execute(tx));
  await expect(write).rejects.toThrow("read-only transaction");
  await inTransaction(db, scope, (tx) => sql`update organization set name = name`.execute(tx));
});
