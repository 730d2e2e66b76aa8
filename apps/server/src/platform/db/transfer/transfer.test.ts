import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase as createEmptyDatabase } from "../embedded/for-tests.ts";
import { createTestDatabase, type TestDatabase } from "../for-tests.ts";
import { dumpOrganization, listOrganizations } from "./dump-organization.ts";
import { restoreOrganization } from "./restore-organization.ts";
import { readTenantTables } from "./tenant-tables.ts";
import { TransferError } from "./transfer-error.ts";

const moved = { id: randomUUID(), name: "星光教育中心" };
const stays = { id: randomUUID(), name: "Another centre" };
const awkward = "第一行\n第二行\t\\. \u2028 \\N 'quoted' 👩‍🏫";

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "homeroom-transfer-"));
  file = join(folder, "organisation.dump");
  source = await createTestDatabase();
  target = await createTestDatabase();
  await fill(source, moved);
  await fill(source, stays);
  await dumpOrganization(source.access.ownerUrl, moved.id, file);
});

afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

describe("a dump", () => {
  it("can contain every tenant table, and no reference points to a number that is reassigned", async () => {
    const client = new Client({ connectionString: source.access.ownerUrl });
    await client.connect();
    const tables = (await readTenantTables(client)).map(({ name }) => name);
    const { rows } = await client.query(`
      select conname from pg_constraint
        join pg_attribute on attrelid = confrelid and attnum = any (confkey)
       where contype = 'f' and attidentity <> ''`);
    await client.end();
    expect(rows).toEqual([]);
    expect(tables.indexOf("organization")).toBe(0);
    expect(tables.indexOf("lead")).toBeGreaterThan(tables.indexOf("branch"));
    expect(tables.indexOf("message")).toBeGreaterThan(tables.indexOf("conversation"));
  });

  it("is private and contains one organisation", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain(moved.id);
    expect(text).not.toContain(stays.id);
  });

  it("needs an existing organisation", async () => {
    const nobody = randomUUID();
    await expect(dumpOrganization(source.access.ownerUrl, nobody, join(folder, "none"))).rejects.toThrow(TransferError);
    await expect(dumpOrganization(source.access.ownerUrl, "demo'; --", join(folder, "none"))).rejects.toThrow(
      /no organisation demo/,
    );
    expect(() => statSync(join(folder, "none"))).toThrow(/ENOENT/);
  });

  it("reports a database that is not the product's", async () => {
    const empty = await createEmptyDatabase();
    await expect(listOrganizations(empty.url)).rejects.toThrow(/no tables of Homeroom's/);
    await empty.drop();
  });

  it("is offered for each organisation", async () => {
    const names = (await listOrganizations(source.access.ownerUrl)).map(({ name }) => name);
    expect(names.toSorted()).toEqual([stays.name, moved.name].toSorted());
  });
});

describe("a restore", () => {
  it("refuses an incomplete dump, and changes nothing", async () => {
    const bytes = readFileSync(file);
    const plain = gunzipSync(bytes).toString();
    const broken: [string, Buffer, RegExp][] = [
      ["text", Buffer.from("hello"), /not a dump/],
      ["other", gzipSync('{"a":1}\n'), /not a dump/],
      ["half", bytes.subarray(0, bytes.length / 2), /cut off/],
      ["short", gzipSync(plain.slice(0, plain.lastIndexOf('{"rows"'))), /cut off/],
      ["miscounted", gzipSync(plain.replace(/\{"rows":\d+\}/, '{"rows":1}')), /says 1 rows/],
      [
        "stranger",
        gzipSync(plain.replace(new RegExp(`${moved.id}(\t[^\t]+\tmain)`), `${stays.id}$1`)),
        /another organisation's rows/,
      ],
      ["garbled", gzipSync(plain.replace(/\t2026-02-28\t/, "\tsomeday\t")), /does not take.*someday/],
      ["table", gzipSync(plain.replace('"table":"branch"', '"table":"branch; drop table lead"')), /not: branch; drop/],
      ["newer", gzipSync(plain.replace('"0001-organizations"', '"0000-else"')), /same release/],
    ];
    for (const [name, content, message] of broken) {
      writeFileSync(join(folder, name), content);
      await expect(restoreOrganization(target.access.ownerUrl, join(folder, name)), name).rejects.toThrow(message);
    }
    await expect(restoreOrganization(target.access.ownerUrl, join(folder, "absent"))).rejects.toThrow(/ENOENT/);
    expect(await listOrganizations(target.access.ownerUrl)).toEqual([]);
  });

  it("restores every row exactly, next to other organisations", async () => {
    await fill(target, { id: randomUUID(), name: "Already there" });
    const { rows, name } = await restoreOrganization(target.access.ownerUrl, file);
    expect(name).toBe(moved.name);
    expect(rows).toBeGreaterThan(6);
    for (const table of ["organization", "branch", "account", "lead_channel", "lead", "stored_file"]) {
      expect(await rowsOf(target, table), table).toEqual(await rowsOf(source, table));
    }
  });

  it("reassigns serial numbers in their order", async () => {
    const events = async (database: TestDatabase): Promise<string[]> => {
      const sql = "select event from outbox where organization_id = $1 order by outbox_id";
      const { rows } = await database.owner.query<{ event: string }>(sql, [moved.id]);
      return rows.map(({ event }) => event);
    };
    expect(await events(target)).toEqual(await events(source));
    const next = await target.owner.query(
      `insert into outbox (organization_id, event, aggregate_id, payload) values ($1, 'later', $1, '{}')`,
      [moved.id],
    );
    expect(next.rowCount).toBe(1);
  });

  it("reports an existing organisation or e-mail", async () => {
    await expect(restoreOrganization(target.access.ownerUrl, file)).rejects.toThrow(/星光教育中心 is in this database/);
    const third = await createTestDatabase();
    await fill(third, { id: randomUUID(), name: "Namesake" }, "owner@example.test");
    const other = join(folder, "other.dump");
    await source.owner.query("update account set email = 'owner@example.test' where organization_id = $1", [stays.id]);
    await dumpOrganization(source.access.ownerUrl, stays.id, other);
    await expect(restoreOrganization(third.access.ownerUrl, other)).rejects.toThrow(
      /account is in this database already/,
    );
    await third.close();
  });

  it("succeeds if only the statistics fail afterwards, and reports that", async () => {
    const database = await createTestDatabase();
    // Computes like any other index, but not for ANALYZE.
    await database.owner.query(`
      create function shy(text) returns text language plpgsql immutable as $$ begin
        if current_query() ilike 'analyze%' then raise 'not while you look'; end if; return $1; end $$`);
    await database.owner.query("create index shy on branch (shy(name))");
    const restored = await restoreOrganization(database.access.ownerUrl, file);
    expect(restored.statisticsProblem).toMatch(/not while you look/);
    expect(await rowsOf(database, "lead")).toEqual(await rowsOf(source, "lead"));
    await expect(restoreOrganization(database.access.ownerUrl, file)).rejects.toThrow(/already. Nothing was changed.$/);
    await database.close();
  });

  it("finds out whether a commit with a lost answer took place", async () => {
    const database = await createTestDatabase();
    const address = new URL(database.access.ownerUrl);
    address.searchParams.delete("host");
    const port = Number(address.port);
    for (const { arrives, outcome } of [
      { arrives: false, outcome: /Nothing was changed/ },
      { arrives: true, outcome: moved.name },
    ]) {
      const line = await cutAtCommit({ host: address.hostname, port }, arrives);
      address.port = String(line.port);
      const result = await restoreOrganization(address.href, file).then(
        ({ name }) => name,
        (error: Error) => error.message,
      );
      expect(result).toEqual(typeof outcome === "string" ? outcome : expect.stringMatching(outcome));
      await line.close();
    }
    expect(await rowsOf(database, "lead")).toEqual(await rowsOf(source, "lead"));
    await database.close();
  });

  it("works for an owner without bypass of row-level security", async () => {
    const database = await createTestDatabase();
    const role = `plain_${randomUUID().slice(0, 8)}`;
    await database.owner.query(`create role ${role} login password 'p' nosuperuser nobypassrls`);
    await database.owner.query(`grant select, insert, update on all tables in schema public to ${role}`);
    const url = new URL(database.access.ownerUrl);
    url.username = role;
    url.password = "p";
    await restoreOrganization(url.href, file);
    const again = join(folder, "again.dump");
    const rows = await dumpOrganization(url.href, moved.id, again);
    expect(rows).toBe(await dumpOrganization(source.access.ownerUrl, moved.id, join(folder, "first.dump")));
    await database.close();
  });
});

async function fill({ owner }: TestDatabase, { id, name }: typeof moved, email = `${id}@example.test`): Promise<void> {
  const [branch, lead, parent] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (sql: string, values: unknown[]) => owner.query(sql, values);
  await run("insert into organization (organization_id, name, features) values ($1, $2, $3)", [
    id,
    name,
    ["a,b", awkward],
  ]);
  await run(
    "insert into branch (organization_id, branch_id, name, ename, time_zone) values ($1, $2, 'main', $3, 'Asia/Taipei')",
    [id, branch, awkward],
  );
  await run(
    "insert into account (organization_id, account_id, email, nickname, password_hash) values ($1, $2, $3, $4, 'x')",
    [id, randomUUID(), email, awkward],
  );
  // The child comes first: rows of one table may refer to one another in any order.
  await run(
    `insert into lead_channel (organization_id, lead_channel_id, parent_id, name)
      values ($1, $2, $3, 'child'), ($1, $3, null, 'parent')`,
    [id, randomUUID(), parent],
  );
  await run(
    `insert into lead (organization_id, lead_id, branch_id, nickname, notes, contact1, lead_date, tag_ids)
      values ($1, $2, $3, '陳大文', $4, $5, '2026-02-28', $6)`,
    [id, lead, branch, awkward, JSON.stringify({ text: awkward, none: null }), [randomUUID(), randomUUID()]],
  );
  await run(
    "insert into stored_file (organization_id, file_id, name, content_type, size) values ($1, $2, $3, 'image/png', 9007199254740993)",
    [id, randomUUID(), awkward],
  );
  for (const event of ["first", "second", "third"]) {
    await run(
      "insert into outbox (organization_id, event, aggregate_id, payload, published_at) values ($1, $2, $3, $4, now())",
      [id, event, lead, JSON.stringify({ text: awkward })],
    );
  }
}

async function rowsOf({ owner }: TestDatabase, table: string): Promise<string[]> {
  // What is written gives its organisation other marks, wherever it is written.
  const shown = table === "organization" ? "(to_jsonb(row) - array['names_mark', 'rights_mark'])" : "row";
  const sql = `select ${shown}::text as row from ${table} row where organization_id = $1 order by row::text`;
  const { rows } = await owner.query<{ row: string }>(sql, [moved.id]);
  return rows.map(({ row }) => row);
}

/** A line to the database whose first connection breaks at the commit, before or after the database has heard it. */
async function cutAtCommit(target: { host: string; port: number }, arrives: boolean) {
  let isFirst = true;
  const server = createServer((inside) => {
    const outside = connect(target);
    const breaks = isFirst;
    isFirst = false;
    let committing = false;
    inside.on("data", (chunk) => {
      committing = breaks && chunk.includes("commit\0");
      if (!committing || arrives) outside.write(chunk);
      else inside.destroy();
    });
    outside.on("data", (chunk) => {
      if (committing) inside.destroy();
      else inside.write(chunk);
    });
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port: (server.address() as AddressInfo).port, close };
}
