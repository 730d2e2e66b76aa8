import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { createLog } from "#platform/log/log";
import { AnswerWatch } from "./answer-watch.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { isDatabaseAway } from "./failures.ts";
import { prepareDatabase } from "./for-tests.ts";
import type { Scope } from "./scope.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy-for-tests.ts";
import { inTransaction } from "./transaction.ts";

const base = prepareDatabase();
const answerWithinMs = 5000;
let scope: Scope;
let line: TcpProxy;
let connection: DatabaseConnection;

beforeAll(async () => {
  ({ scope } = await buildOrganization(base.db));
});
beforeEach(async () => {
  line = await startTcpProxy(base.access.sessionUrl);
  const addresses = { applicationUrl: line.url, sessionUrl: line.url };
  connection = connectDatabase(addresses, { size: 1, answerWithinMs }, createLog("silent", "test"));
});
afterEach(async () => {
  await line.close();
  await connection.close();
});

const one = () => inTransaction(connection.db, scope, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as Error,
  );

test("a connection that the network forgot is given up, and the next call has a new one", async () => {
  await one();
  line.forget();
  const failure = await failureOf(one());
  expect([failure?.message, isDatabaseAway(failure)]).toEqual([
    expect.stringMatching(/not answer|not queryable/),
    true,
  ]);
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

test("it is given up in the middle of a transaction, too, whose work is lost as a whole", async () => {
  await base.owner.query("create table if not exists shelf_for_tests (book int)");
  await base.owner.query("grant all on shelf_for_tests to public");
  const failure = await failureOf(
    inTransaction(connection.db, scope, async (tx) => {
      await sql`insert into shelf_for_tests values (1)`.execute(tx);
      line.forget();
      await sql`insert into shelf_for_tests values (2)`.execute(tx);
    }),
  );
  expect(isDatabaseAway(failure)).toBe(true);
  await line.close();
  const { rows } = await base.owner.query("select book from shelf_for_tests");
  expect(rows).toEqual([]);
});

describe("the time it may be silent", () => {
  const usualMs = 1000;
  let silences = 0;
  let watch: AnswerWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    silences = 0;
    watch = new AnswerWatch(usualMs, () => void (silences += 1));
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test("counts from the last part of the answer that arrived", async () => {
    watch.begins();
    await pass(usualMs - 1);
    watch.hears();
    await pass(usualMs - 1);
    expect(silences).toBe(0);
    await pass(2);
    expect(silences).toBe(1);
  });

  test("does not count while nothing is pending", async () => {
    watch.begins();
    watch.ends();
    await pass(5 * usualMs);
    expect(silences).toBe(0);
    watch.begins();
    await pass(usualMs + 1);
    expect(silences).toBe(1);
  });

  test.each([
    ["set local statement_timeout = '45s'", 55_000],
    ["set local statement_timeout = '10min'", 610_000],
  ])("is longer in a transaction with %s", async (text, limitMs) => {
    watch.sent(text);
    watch.begins();
    await pass(limitMs - 1);
    expect(silences).toBe(0);
    await pass(2);
    expect(silences).toBe(1);
  });

  test("is as usual again in the next transaction", async () => {
    for (const begin of ["begin", "begin read only"]) {
      watch.sent("set local statement_timeout = '10min'");
      watch.sent(begin);
      watch.begins();
      await pass(usualMs + 1);
      watch.ends();
    }
    expect(silences).toBe(2);
  });
});
