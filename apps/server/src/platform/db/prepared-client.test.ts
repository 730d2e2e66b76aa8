import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { createLog } from "#platform/log/log";
import { roleOf } from "./access.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { prepareDatabase } from "./for-tests.ts";
import { forgetStatements, plannedEachTime } from "./prepared-client.ts";
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
  const { sessionUrl } = base.access;
  const log = createLog("silent", "test");
  direct = connectDatabase({ applicationUrl: sessionUrl, sessionUrl }, { size: 1 }, log);
  pooled = connectDatabase({ applicationUrl: sessionUrl, sessionUrl: `${sessionUrl}?other` }, { size: 1 }, log);
});
afterAll(() => Promise.all([direct.close(), pooled.close()]));

const booksFrom = (tx: Tx, least: number) =>
  sql<{ book: number }>`select * from shelf where book >= ${least} order by book`.execute(tx);
const prepared = async (tx: Tx) => {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like '%from shelf%'`.execute(tx);
  return found.rows[0]?.count;
};

test("a frequent statement is prepared, and still answers with its own values", async () => {
  await inTransaction(direct.db, scope, async (tx) => {
    await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(0);
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(1);
    expect((await booksFrom(tx, 2)).rows).toEqual([{ book: 2 }]);
  });
});

test("a statement whose values decide its plan is not prepared", async () => {
  await inTransaction(direct.db, scope, async (tx) => {
    for (let use = 0; use < 8; use += 1)
      await sql`select from shelf where book = ${use} ${sql.raw(plannedEachTime)}`.execute(tx);
    const found = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like '%from shelf where book = %'`.execute(
      tx,
    );
    expect(found.rows).toEqual([{ count: 0 }]);
  });
});

test("statements sent together each get their own rows", async () => {
  for (const { db } of [direct, pooled]) {
    const answers = await inTransaction(db, scope, (tx) => Promise.all([1, 2, 3].map((least) => booksFrom(tx, least))));
    expect(answers.map(({ rows }) => rows.length)).toEqual([2, 1, 0]);
  }
});

test("statements sent together leave before the first answer", async () => {
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

test("the end of a read-only transaction is sent with the next statement, or soon automatically", async () => {
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

test("an ended transaction accepts no further statement", async () => {
  const [tx] = await inTransaction(direct.db, scope, async (open) => [open]);
  await expect(booksFrom(tx, 1)).rejects.toThrow("The transaction has ended");
});

test("adding a column to a table in use causes no failure", async () => {
  await base.owner.query("alter table shelf add title text default ''");
  const { rows } = await inTransaction(direct.db, scope, (tx) => booksFrom(tx, 1));
  expect(rows).toEqual([
    { book: 1, title: "" },
    { book: 2, title: "" },
  ]);
});

test("a failing statement among others fails the transaction, and the connection stays usable", async () => {
  const failing = inTransaction(direct.db, scope, (tx) =>
    Promise.all([booksFrom(tx, 1), sql`select 1 / ${0}::int`.execute(tx), booksFrom(tx, 2)]),
  );
  await expect(failing).rejects.toThrow("division by zero");
  expect((await inTransaction(direct.db, scope, (tx) => booksFrom(tx, 1))).rows).toHaveLength(2);
});

test("behind a pooler that does not rename statements nothing is prepared", async () => {
  await inTransaction(pooled.db, scope, async (tx) => {
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(0);
    expect((await sql`select from pg_prepared_statements where name like 'probe%'`.execute(tx)).rows).toEqual([]);
  });
});

test("behind a pooler that renames statements they are prepared", async () => {
  const pooler = await startRenamingPooler(base.access.sessionUrl);
  const through = connectDatabase(
    { applicationUrl: pooler.url, sessionUrl: base.access.sessionUrl },
    { size: 1 },
    createLog("silent", "test"),
  );
  await inTransaction(through.db, scope, async (tx) => {
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    expect(await prepared(tx)).toBe(1);
  });
  forgetStatements();
  await inTransaction(through.db, scope, async (tx) => {
    for (let use = 0; use < 8; use += 1) await booksFrom(tx, 1);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from shelf where%' order by prepare_time`.execute(
      tx,
    );
    // A pooler takes the same text for the same statement, which can no longer run when a table has changed.
    expect(new Set(rows.map(({ statement }) => statement)).size).toBe(2);
  });
  await through.close();
  pooler.stop();
});

/** Stands between client and server as PgBouncer does, with one connection for each client; gives statements other names. */
async function startRenamingPooler(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const address = new URL(databaseUrl);
  const { port: databasePort, hostname } = address;
  const folder = address.searchParams.get("host");
  const server = createServer((client) => {
    const target = folder ? connect(`${folder}/.s.PGSQL.${databasePort}`) : connect(Number(databasePort), hostname);
    let rest = Buffer.alloc(0);
    let isStarted = false;
    client.on("data", (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (;;) {
        // The message that starts a connection has no letter before its length.
        const start = isStarted ? 1 : 0;
        if (rest.length < start + 4) return;
        const length = start + rest.readInt32BE(start);
        if (rest.length < length) return;
        target.write(isStarted ? renamed(rest.subarray(0, length)) : rest.subarray(0, length));
        rest = rest.subarray(length);
        isStarted = true;
      }
    });
    target.pipe(client);
    for (const socket of [client, target]) socket.on("error", () => undefined);
    client.on("close", () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  address.host = `127.0.0.1:${port}`;
  address.searchParams.delete("host");
  return { url: address.href, stop: () => void server.close() };
}

/** The name of a statement stands first where it is prepared, second where it is bound, and after one letter where it is described. */
function renamed(message: Buffer): Buffer {
  const before = { P: 5, B: 6, D: 6, C: 6 }[String.fromCharCode(message[0] ?? 0)];
  if (before === undefined || message[before] === 0) return message;
  const longer = Buffer.concat([message.subarray(0, before), Buffer.from("~"), message.subarray(before)]);
  longer.writeInt32BE(longer.length - 1, 1);
  return longer;
}
