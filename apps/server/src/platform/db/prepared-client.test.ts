import type { Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { createLog } from "#platform/log/log";
import { roleOf } from "./access.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { prepareDatabase } from "./for-tests.ts";
import { forgetStatements } from "./prepared-client.ts";
import type { Scope } from "./scope.ts";
import { inReadOnlyTransaction, inTransaction, type Tx } from "./transaction.ts";

const base = prepareDatabase();
let scope: Scope;
let direct: DatabaseConnection;
let pooled: DatabaseConnection;

beforeAll(async () => {
  // Other test files of this process may have prepared as many statements as are allowed.
  forgetStatements();
  ({ scope } = await buildOrganization(base.db));
  await base.owner.query("create table shelf (book int); insert into shelf values (1), (2)");
  await base.owner.query(`grant all on shelf to ${roleOf(base.access)}`);
  const { applicationUrl, sessionUrl } = base.access;
  const log = createLog("silent", "test");
  direct = connectDatabase({ applicationUrl, sessionUrl: applicationUrl }, { size: 1 }, log);
  pooled = connectDatabase({ applicationUrl, sessionUrl: `${sessionUrl}?other` }, { size: 1 }, log);
});
afterAll(() => Promise.all([direct.close(), pooled.close()]));

const booksFrom = (tx: Tx, least: number) =>
  sql<{ book: number }>`select * from shelf where book >= ${least} order by book`.execute(tx);
const prepared = async (tx: Tx) => {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like '%from shelf%'`.execute(tx);
  return found.rows[0]?.count;
};

test("a statement is prepared once it is frequent, and then still answers with its own values", async () => {
  await inTransaction(direct.db, scope, async (tx) => {
    await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(0);
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(1);
    expect((await booksFrom(tx, 2)).rows).toEqual([{ book: 2 }]);
  });
});

test("statements that are asked for together are answered each with its own rows", async () => {
  for (const { db } of [direct, pooled]) {
    const answers = await inTransaction(db, scope, (tx) => Promise.all([1, 2, 3].map((least) => booksFrom(tx, least))));
    expect(answers.map(({ rows }) => rows.length)).toEqual([2, 1, 0]);
  }
});

test("statements that are asked for together go out before the first is answered", async () => {
  const client = await direct.pool.connect();
  const sent: string[] = [];
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.query = ((...given: unknown[]) => {
    sent.push("asked");
    return query(...given).finally(() => sent.push("answered"));
  }) as typeof client.query;
  client.release();
  await inTransaction(direct.db, scope, (tx) => Promise.all([1, 2, 3].map((least) => booksFrom(tx, least))));
  // Beginning takes two statements.
  expect(sent.indexOf("answered")).toBe(5);
  Reflect.deleteProperty(client, "query");
});

test("the end of a transaction that only read goes out with the next statement, or soon by itself", async () => {
  const client = await direct.pool.connect();
  const backend = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const write = vi.spyOn(stream, "write");
  client.release();
  for (const least of [1, 2, 3]) await inReadOnlyTransaction(direct.db, scope, (tx) => booksFrom(tx, least));
  expect(write).toHaveBeenCalledTimes(3);
  const held = "select from pg_locks where pid = $1 and relation = 'shelf'::regclass";
  await expect.poll(async () => (await base.owner.query(held, [backend])).rowCount).toBe(0);
  expect(write).toHaveBeenCalledTimes(4);
  write.mockRestore();
});

test("a transaction that has ended takes no further statement", async () => {
  const [tx] = await inTransaction(direct.db, scope, async (open) => [open]);
  await expect(booksFrom(tx, 1)).rejects.toThrow("The transaction has ended");
});

test("a table that gets a column while it is in use fails nobody", async () => {
  await base.owner.query("alter table shelf add title text default ''");
  const { rows } = await inTransaction(direct.db, scope, (tx) => booksFrom(tx, 1));
  expect(rows).toEqual([
    { book: 1, title: "" },
    { book: 2, title: "" },
  ]);
});

test("a failing statement among others fails the transaction, and the connection goes on", async () => {
  const failing = inTransaction(direct.db, scope, (tx) =>
    Promise.all([booksFrom(tx, 1), sql`select 1 / ${0}::int`.execute(tx), booksFrom(tx, 2)]),
  );
  await expect(failing).rejects.toThrow("division by zero");
  expect((await inTransaction(direct.db, scope, (tx) => booksFrom(tx, 1))).rows).toHaveLength(2);
});

test("through a pooler nothing is prepared", async () => {
  await inTransaction(pooled.db, scope, async (tx) => {
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(0);
  });
});
