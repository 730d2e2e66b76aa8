import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type DatabaseAccess, prepareAccess } from "#platform/db/access";
import type { FileStore } from "#platform/files/file-store";
import { type ArchiveEnd, type ArchiveHeader, plainValues, type Section, type TableSection } from "./archive-format.ts";
import { BackupError } from "./backup-error.ts";
import { readTables } from "./catalogue.ts";
import { copyInto, finishTables, prepareTables, setSequences } from "./loading.ts";
import { keyMarkOf } from "./lock.ts";
import { readArchive } from "./read-archive.ts";
import { prepareTarget } from "./restore-target.ts";

export interface RestoreParts {
  /** The database's owner, never through a pooler. */
  readonly ownerUrl: string;
  readonly secretKey: Buffer;
  readonly files: FileStore;
  /** Holds each file until it is moved into the store; on the same disk as the store. */
  readonly folder: string;
}

/**
 * Puts a backup into an empty database and its files into the file store. Every checksum is checked before anything is
 * changed. All rows appear at once, after the last file; a failure leaves empty tables and files that no row refers to.
 * @throws BackupError when the file is damaged, SECRET_KEY is another one, or the database is not empty.
 */
export async function restoreBackup(parts: RestoreParts, file: string): Promise<ArchiveEnd> {
  const { header, end } = await check(file, parts.secretKey);
  const access = await prepareAccess(parts.ownerUrl, parts.secretKey);
  await prepareTarget(access, header);
  await load(access, parts, file, end);
  return end;
}

async function check(file: string, secretKey: Buffer): Promise<{ header: ArchiveHeader; end: ArchiveEnd }> {
  const read: { header?: ArchiveHeader } = {};
  const end = await readArchive(file, {
    header: async (header) => {
      if (header.keyMark !== keyMarkOf(secretKey))
        throw new BackupError("SECRET_KEY is not the one in use when the backup was made: its secrets cannot be read.");
      read.header = header;
    },
  });
  if (read.header === undefined) throw new BackupError(`${file} is not a backup of Homeroom.`);
  return { header: read.header, end };
}

async function load(access: DatabaseAccess, parts: RestoreParts, file: string, end: ArchiveEnd): Promise<void> {
  const client = new Client({ connectionString: access.ownerUrl, application_name: "homeroom restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(`begin; ${plainValues}; set local row_security = off`);
    await client.query("set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0");
    const tables = await readTables(client);
    const taken = await prepareTables(client, tables);
    await readArchive(file, {
      section: (section, content) => loadSection(client, { parts, tables }, section, content),
    });
    await finishTables(client, tables, taken);
    await setSequences(client, end.sequences);
    await client.query("commit");
    // Until the database has statistics of the new rows it plans as if there were none.
    await client.query("analyze");
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new BackupError(`The database refused the backup: ${error.message}. Its tables are empty.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loadSection(
  client: Client,
  { parts, tables }: { parts: RestoreParts; tables: readonly TableSection[] },
  section: Section,
  content: AsyncGenerator<Buffer, void>,
): Promise<void> {
  if ("file" in section) return storeFile(parts, section.file, content);
  checkTable(section, tables);
  await pipeline(content, client.query(copyFrom(copyInto(client, section))));
}

/** The names come from a file and become part of statements, so they are checked. */
function checkTable({ schema, table, columns }: TableSection, known: readonly TableSection[]): void {
  const here = known.find((one) => one.schema === schema && one.table === table);
  if (here !== undefined && columns.every((column) => here.columns.includes(column))) return;
  throw new BackupError(`The backup has a table or a column that this release does not have: ${schema}.${table}.`);
}

async function storeFile({ files, folder }: RestoreParts, key: string, content: AsyncGenerator<Buffer, void>) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    await files.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
