import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readMigrations } from "#platform/db/transfer/tenant-tables";
import { MissingFileError } from "#platform/files/file-key";
import type { FileStore } from "#platform/files/file-store";
import { type ArchiveEnd, type ArchiveHeader, plainValues, type TableSection } from "./archive-format.ts";
import { BackupError } from "./backup-error.ts";
import { columnList, qualified, readSequences, readTables } from "./catalogue.ts";
import { backupLock } from "./lock.ts";
import { type ArchivePieces, jsonLine, writeArchive, writeSection } from "./write-archive.ts";

export interface BackupParts {
  /** The database's owner, never through a pooler. */
  readonly ownerUrl: string;
  readonly files: FileStore;
  /** Selects the key of every file that has bytes, as its only column. */
  readonly fileKeys: string;
  readonly release: string;
  readonly keyMark: string;
}

const waitForLockMs = 3000;
const keysAtOnce = 1000;

/**
 * Writes all rows, as of one moment, and the bytes of every file that they name to `file`, while the product runs. The
 * file appears when it is complete. While it is written, removed files keep their bytes: see `backupLock`.
 * @throws BackupError when another backup runs or the database is not the product's.
 */
export async function makeBackup(parts: BackupParts, file: string, unfinished: string): Promise<ArchiveEnd> {
  const client = new Client({ connectionString: parts.ownerUrl, application_name: "homeroom backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await takeLock(client);
    const end = { tables: 0, rows: 0, files: 0, missingFiles: [] as string[], sequences: [] };
    const whole: { end: ArchiveEnd } = { end };
    await writeArchive(file, unfinished, writeAll(client, parts, whole));
    return whole.end;
  } finally {
    // What was read stays valid even if closing the connection fails. The lock ends with the connection.
    await client.end().catch(() => undefined);
  }
}

async function takeLock(client: Client): Promise<void> {
  await client.query(`set lock_timeout = ${waitForLockMs}; set statement_timeout = 0`);
  try {
    await client.query("select pg_advisory_lock($1)", [backupLock]);
  } catch (error) {
    if ((error as { code?: string }).code !== "55P03") throw error;
    throw new BackupError("Another backup of this database is being made.");
  }
}

async function* writeAll(client: Client, parts: BackupParts, whole: { end: ArchiveEnd }): ArchivePieces {
  // With row security off, an owner who cannot bypass it gets an error instead of only some of the rows.
  await client.query("begin isolation level repeatable read read only");
  await client.query(`${plainValues}; set local row_security = off; set local idle_in_transaction_session_timeout = 0`);
  // Rows in stored order: otherwise PostgreSQL starts a large table at the position of another scan.
  await client.query("set local synchronize_seqscans = off");
  yield jsonLine(await describe(client, parts));
  const tables = await readTables(client);
  let rows = 0;
  for (const table of tables) {
    const copy = client.query(copyTo(copyStatement(client, table)));
    yield* writeSection(table, copy as AsyncIterable<Buffer>);
    rows += copy.rowCount;
  }
  const { files, missingFiles } = yield* writeFiles(client, parts);
  // Sequences advance outside of transactions: read last, they are ahead of every row above.
  const sequences = await readSequences(client);
  whole.end = { tables: tables.length, rows, files, missingFiles, sequences };
  yield jsonLine(whole.end);
}

async function describe(client: Client, { release, keyMark }: BackupParts): Promise<ArchiveHeader> {
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new BackupError("This database has no tables of Homeroom's.");
  return { format: "homeroom-backup", version: 1, release, madeAt: new Date().toJSON(), migrations, keyMark };
}

function copyStatement(client: Client, { schema, table, columns }: TableSection): string {
  return `copy (select ${columnList(client, columns)} from ${qualified(client, schema, table)}) to stdout`;
}

async function* writeFiles(client: Client, { files, fileKeys }: BackupParts) {
  const missingFiles: string[] = [];
  let written = 0;
  await client.query(`declare keys no scroll cursor for ${fileKeys}`);
  for (;;) {
    const { rows } = await client.query<string[]>({ text: `fetch ${keysAtOnce} from keys`, rowMode: "array" });
    if (rows.length === 0) return { files: written, missingFiles };
    for (const [key = ""] of rows) {
      const content = await openFile(files, key);
      if (content) {
        yield* writeSection({ file: key }, content as AsyncIterable<Buffer>);
        written += 1;
      } else missingFiles.push(key);
    }
  }
}

/** A file that is already lost must not stop the rest from being saved: its key is recorded and shown. */
async function openFile(files: FileStore, key: string) {
  try {
    return await files.open(key);
  } catch (error) {
    if (error instanceof MissingFileError) return null;
    throw error;
  }
}
