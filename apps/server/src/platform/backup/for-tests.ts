import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { createTestDatabase as createEmptyDatabase } from "#platform/db/embedded/for-tests";
import { createTestDatabase, testSecretKey } from "#platform/db/for-tests";
import { createLocalFileStore, type FileStore } from "#platform/files/file-store";
import { readTables } from "./catalogue.ts";
import { keyMarkOf } from "./lock.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

/** Breaks lines, ends COPY, and means something to JSON and SQL. */
export const awkward = "第一行\n第二行\t\\. \u2028 \\N 'quoted' 👩‍🏫";

const fileKeys = "select storage_key from stored_file where storage_key is not null";

/** A filled database with files, and databases to restore into; `release` drops what a test made. */
export async function startWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), "homeroom-backup-"));
  const source = await createTestDatabase();
  const store = createLocalFileStore(join(folder, "files"));
  const organizationId = randomUUID();
  const made: (() => Promise<unknown>)[] = [];

  const workshop = {
    folder,
    source,
    store,
    organizationId,
    backUp(to: string, files: FileStore = store) {
      const { ownerUrl } = source.access;
      const parts = { ownerUrl, files, fileKeys, release: "1.2.3", keyMark: keyMarkOf(testSecretKey) };
      return makeBackup(parts, to, `${to}.unfinished`);
    },
    restoreInto(ownerUrl: string, from: string, given: { files?: FileStore; secretKey?: Buffer } = {}) {
      const files = given.files ?? createLocalFileStore(join(folder, randomUUID()));
      const secretKey = given.secretKey ?? testSecretKey;
      return restoreBackup({ ownerUrl, secretKey, files, folder: join(folder, "uploads") }, from);
    },
    /** The address of an empty database. */
    async emptyUrl(): Promise<string> {
      const database = await createEmptyDatabase();
      made.push(database.drop);
      return database.url;
    },
    /** The address of a database into which a backup was restored. */
    async restoredUrl(from: string, files?: FileStore): Promise<string> {
      const url = await workshop.emptyUrl();
      await workshop.restoreInto(url, from, files && { files });
      return url;
    },
    async connect(url: string): Promise<Client> {
      const client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      await client.connect();
      made.unshift(() => client.end());
      return client;
    },
    async release(): Promise<void> {
      for (const undo of made.splice(0)) await undo();
    },
    async close(): Promise<void> {
      await workshop.release();
      await source.close();
      rmSync(folder, { recursive: true });
    },
  };
  await fill(workshop);
  return workshop;
}

export type Workshop = Awaited<ReturnType<typeof startWorkshop>>;

async function fill({
  source,
  store,
  folder,
  organizationId,
}: Pick<Workshop, "source" | "store" | "folder" | "organizationId">) {
  const run = (sql: string, values: unknown[]) => source.owner.query(sql, values);
  await run("insert into organization (organization_id, name, features) values ($1, $2, $3)", [
    organizationId,
    awkward,
    ["a,b", awkward],
  ]);
  const branch = randomUUID();
  await run("insert into branch (organization_id, branch_id, name, time_zone) values ($1, $2, 'main', 'Asia/Taipei')", [
    organizationId,
    branch,
  ]);
  for (let number = 0; number < 300; number += 1) {
    await run(
      "insert into lead (organization_id, lead_id, branch_id, nickname, notes, lead_date) values ($1, $2, $3, $4, $5, '2026-02-28')",
      [organizationId, randomUUID(), branch, `${awkward}${number}`, JSON.stringify({ text: awkward, none: null })],
    );
  }
  for (const size of [0, 10, 3_000_000]) {
    const key = `${organizationId}/${randomUUID()}`;
    await writeFile(join(folder, "incoming"), Buffer.alloc(size, randomUUID()));
    await store.put(key, join(folder, "incoming"));
    await run(
      "insert into stored_file (organization_id, file_id, name, content_type, size, storage_key) values ($1, $2, $3, 'image/png', $4, $5)",
      [organizationId, key.split("/")[1], awkward, size, key],
    );
  }
  await run("insert into outbox (organization_id, event, aggregate_id, payload) values ($1, 'first', $1, '{}')", [
    organizationId,
  ]);
}

/** For each table a hash of all rows: everything that a backup carries. */
export async function sumOfTables(client: Client): Promise<Record<string, string | null>> {
  const sums: Record<string, string | null> = {};
  for (const { schema, table, columns } of await readTables(client)) {
    const list = columns.map((column) => `"${column}"`).join(", ");
    const { rows } = await client.query<{ sum: string | null }>(
      `select count(*) || ' ' || md5(string_agg(part::text, '|' order by part::text collate "C")) as sum
         from (select ${list} from ${schema}."${table}") part`,
    );
    sums[`${schema}.${table}`] = rows[0]?.sum ?? null;
  }
  return sums;
}
