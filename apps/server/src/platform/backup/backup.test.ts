import { createHash, randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocalFileStore, type FileStore } from "#platform/files/file-store";
import { startWorkshop, sumOfTables, type Workshop } from "./for-tests.ts";
import { isBackingUp } from "./lock.ts";
import { readArchive } from "./read-archive.ts";

let workshop: Workshop;
let source: Workshop["source"];
let store: FileStore;
let folder: string;
let file: string;

beforeAll(async () => {
  workshop = await startWorkshop();
  ({ source, store, folder } = workshop);
  file = join(folder, "whole.backup");
  await workshop.backUp(file);
});

afterEach(() => workshop.release());
afterAll(() => workshop.close());

describe("a backup", () => {
  it("is consistent despite concurrent writes, and restores every row and file exactly", async () => {
    const moment = join(folder, "moment.backup");
    const writer = new Client({ connectionString: source.access.ownerUrl });
    await writer.connect();
    // Each pair is committed together: a backup that mixes moments has half a pair.
    const writing = { on: true, pairs: 0 };
    const written = (async () => {
      while (writing.on) {
        await writePair(writer, writing.pairs);
        writing.pairs += 1;
      }
    })();
    await expect.poll(() => writing.pairs).toBeGreaterThan(3);
    await workshop.backUp(moment);
    const before = writing.pairs;
    await expect.poll(() => writing.pairs).toBeGreaterThan(before);
    writing.on = false;
    await written;
    await writer.end();

    const target = await workshop.connect(await workshop.restoredUrl(moment));
    const halves = await target.query(
      "select aggregate_id from outbox where event like 'half%' group by 1 having count(*) <> 2",
    );
    expect(halves.rowCount).toBe(0);
    const again = await workshop.connect(await workshop.restoredUrl(file));
    await source.owner.query("delete from outbox where event like 'half%'");
    expect(await sumOfTables(again)).toEqual(await sumOfTables(await workshop.connect(source.access.ownerUrl)));
  });

  it("restores files with their bytes", async () => {
    const files = createLocalFileStore(join(folder, "brought"));
    await workshop.restoredUrl(file, files);
    const { rows } = await source.owner.query<{ key: string }>("select storage_key as key from stored_file");
    expect(rows.length).toBe(3);
    for (const { key } of rows) {
      expect(hashOf(await buffer(await files.open(key)))).toBe(hashOf(await buffer(await store.open(key))));
    }
  });

  it("continues serial numbers, and restores triggers, foreign keys and indexes", async () => {
    const target = await workshop.connect(await workshop.restoredUrl(file));
    expect(await shapeOf(target)).toEqual(await shapeOf(await workshop.connect(source.access.ownerUrl)));
    const highest = await target.query<{ id: string }>("select max(outbox_id) as id from outbox");
    const next = await target.query<{ id: string }>(
      "insert into outbox (organization_id, event, aggregate_id, payload) values ($1, 'later', $1, '{}') returning outbox_id as id",
      [workshop.organizationId],
    );
    expect(Number(next.rows[0]?.id)).toBeGreaterThan(Number(highest.rows[0]?.id));
  });

  it("has the rows of a large table in order, even while somebody else is scanning it", async () => {
    const { owner } = source;
    await owner.query("create table large_shelf (number int, filler text)");
    await owner.query("alter table large_shelf alter filler set storage plain");
    // A page for each row; readers join one another in tables of more than a quarter of the shared buffers.
    await owner.query("insert into large_shelf select n, repeat('x', 5000) from generate_series(1, 4300) n");
    const reader = await workshop.connect(source.access.ownerUrl);
    await reader.query("begin; declare half cursor for select number from large_shelf");
    await reader.query("fetch 2000 from half");
    const ordered = join(folder, "ordered.backup");
    await workshop.backUp(ordered);
    await reader.query("commit");
    await owner.query("drop table large_shelf");

    let first = "";
    await readArchive(ordered, {
      async section(section, content) {
        const bytes = await buffer(content);
        if ("table" in section && section.table === "large_shelf") first = bytes.subarray(0, 4).toString();
      },
    });
    expect(first).toBe("1\txx");
  });

  it("is private, and leaves no unfinished file", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith("unfinished"))).toEqual([]);
  });

  it("does not exist if it fails", async () => {
    const broken: FileStore = { ...store, open: () => Promise.reject(new Error("the disk is gone")) };
    const partial = join(folder, "partial.backup");
    await expect(workshop.backUp(partial, broken)).rejects.toThrow(/disk is gone/);
    expect(() => statSync(partial)).toThrow(/ENOENT/);
    expect(readdirSync(folder).filter((name) => name.endsWith("unfinished"))).toEqual([]);
  });

  it("continues without a lost file, and names it", async () => {
    const { rows } = await source.owner.query<{ key: string }>("select storage_key as key from stored_file");
    const lost = rows[0]?.key ?? "";
    const lossy = createLocalFileStore(join(folder, "files"));
    const without: FileStore = { ...lossy, open: (key) => lossy.open(key === lost ? key.replaceAll(/\w/g, "0") : key) };
    const end = await workshop.backUp(join(folder, "lossy.backup"), without);
    expect(end).toMatchObject({ missingFiles: [lost], files: rows.length - 1 });
  });

  it("is the only one of its database, and processes that delete files can detect it", async () => {
    const asked: unknown[] = [];
    const looking: FileStore = {
      ...store,
      async open(key) {
        if (asked.length === 0) {
          asked.push(await isBackingUp(source.db));
          asked.push(await workshop.backUp(join(folder, "second.backup")).catch((error: Error) => error.message));
        }
        return store.open(key);
      },
    };
    await workshop.backUp(join(folder, "first.backup"), looking);
    expect(asked).toEqual([true, "Another backup of this database is being made."]);
    expect(await isBackingUp(source.db)).toBe(false);
  });

  it("lists every table and file in it", async () => {
    const sections: string[] = [];
    const end = await readArchive(file, {
      section: async (section) => void sections.push("file" in section ? "file" : section.table),
    });
    expect(sections).toEqual(expect.arrayContaining(["lead", "outbox", "kysely_migration", "job", "file"]));
    expect(sections.length).toBe(end.tables + end.files);
  });
});

async function writePair(client: Client, number: number): Promise<void> {
  const pair = randomUUID();
  const sql = "insert into outbox (organization_id, event, aggregate_id, payload) values ($1, $2, $3, '{}')";
  await client.query("begin");
  await client.query(sql, [workshop.organizationId, `half a ${number}`, pair]);
  await client.query(sql, [workshop.organizationId, `half b ${number}`, pair]);
  await client.query("commit");
}

async function shapeOf(client: Client): Promise<unknown> {
  const { rows: constraints } = await client.query(
    "select conname, conrelid::regclass::text, pg_get_constraintdef(oid), convalidated from pg_constraint where contype <> 'n' order by 1, 2, 3",
  );
  const { rows: indexes } = await client.query(
    "select indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1",
  );
  const { rows: triggers } = await client.query(
    "select tgname, tgrelid::regclass::text, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
  );
  return { constraints, indexes, triggers };
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
