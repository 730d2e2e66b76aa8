import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  type DumpEnd,
  type DumpHeader,
  type DumpTable,
  plainValues,
  readJson,
  readLines,
  readRows,
} from "./dump-format.ts";
import { enterOrganization, readMigrations, readTenantTables, type TenantTable } from "./tenant-tables.ts";
import { TransferError } from "./transfer-error.ts";

type Lines = ReturnType<typeof readLines>;

/** What was restored. */
export interface RestoredOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly rows: number;
  /** Why the statistics of the new rows could not be refreshed: the rows are saved, but queries are slow until they are. */
  readonly statisticsProblem: string | null;
}

/**
 * Puts a dumped organisation into a database of the same release, all of it or nothing. Running numbers are
 * assigned again, ids stay. Once the rows are saved it succeeds, even if a later step fails.
 * @throws TransferError when the file is damaged, the database is of another release, or the organisation, or
 * something that must be unique (an e-mail, a WhatsApp number), is already there. Its message says that nothing
 * was changed, or that the outcome is unknown.
 */
export async function restoreOrganization(ownerUrl: string, file: string): Promise<RestoredOrganization> {
  const client = clientFor(ownerUrl);
  const lines = readLines(file);
  try {
    await client.connect();
    const { header, rows } = await writeRows(client, lines);
    await commit(client, ownerUrl, header);
    const { organizationId, name } = header;
    return { organizationId, name, rows, statisticsProblem: await analyze(client) };
  } finally {
    await lines.return();
    await client.end().catch(() => undefined);
  }
}

function clientFor(ownerUrl: string): Client {
  const client = new Client({ connectionString: ownerUrl, application_name: "homeroom restore" });
  client.on("error", () => undefined);
  return client;
}

/** Everything up to the commit: a failure here leaves the database as it was. */
async function writeRows(client: Client, lines: Lines): Promise<{ header: DumpHeader; rows: number }> {
  try {
    await client.query("begin");
    await client.query(plainValues);
    const header = checkHeader(await readJson(lines));
    await checkTarget(client, header);
    return { header, rows: await restoreTables(client, header, lines) };
  } catch (error) {
    const known = refusal(error) ?? error;
    if (known instanceof TransferError) throw new TransferError(`${known.message} Nothing was changed.`);
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new TransferError(`The restore was broken off: ${error.message || String(error.code)}. Nothing was changed.`);
  }
}

/** A commit whose answer is lost may have succeeded: another connection checks. */
async function commit(client: Client, ownerUrl: string, header: DumpHeader): Promise<void> {
  try {
    await client.query("commit");
  } catch (error) {
    const reason = (error as Error).message;
    const isThere = await hasOrganization(ownerUrl, header).catch(() => null);
    if (isThere === true) return;
    throw new TransferError(
      isThere === false
        ? `${header.name} could not be saved: ${reason}. Nothing was changed.`
        : `The connection broke while ${header.name} was saved (${reason}). Whether it is there is not known: npm run db:dump lists what is.`,
    );
  }
}

async function hasOrganization(ownerUrl: string, { organizationId }: DumpHeader): Promise<boolean> {
  const client = clientFor(ownerUrl);
  await client.connect();
  try {
    await client.query("begin");
    await enterOrganization(client, organizationId);
    const { rowCount } = await client.query("select from organization where organization_id = $1", [organizationId]);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}

/** Until the database has statistics of the new rows it plans as if there were none. Returns why refreshing them failed. */
async function analyze(client: Client): Promise<string | null> {
  try {
    await client.query("analyze");
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function checkHeader(value: unknown): DumpHeader {
  const header = value as DumpHeader;
  if (header?.format !== "homeroom-organization") {
    throw new TransferError("The file is not a dump of an organisation.");
  }
  if (header.version !== 1) throw new TransferError("The file was made by a newer release: restore it with that one.");
  return header;
}

async function checkTarget(client: Client, header: DumpHeader): Promise<void> {
  const here = await readMigrations(client);
  if (here.join() !== [...header.migrations].join()) {
    const [last, wanted] = [here.at(-1) ?? "none", header.migrations.at(-1) ?? "none"];
    throw new TransferError(
      `The database's last migration is ${last} and the dump's is ${wanted}: bring both to the same release (npm run migrate).`,
    );
  }
  await enterOrganization(client, header.organizationId);
  const { rowCount } = await client.query("select from organization where organization_id = $1", [
    header.organizationId,
  ]);
  if (rowCount !== 0) throw new TransferError(`${header.name} is in this database already.`);
}

async function restoreTables(client: Client, header: DumpHeader, lines: Lines): Promise<number> {
  const known = await readTenantTables(client);
  let restored = 0;
  for (;;) {
    const next = (await readJson(lines)) as DumpTable | DumpEnd;
    if ("rows" in next) {
      if (next.rows !== restored) throw new TransferError(`The dump says ${next.rows} rows and has ${restored}.`);
      return restored;
    }
    checkTable(next, known);
    restored += await restoreTable(client, header, next, readRows(lines));
  }
}

// The names come from a file and become part of statements, so they are checked.
function checkTable({ table, columns }: DumpTable, known: readonly TenantTable[]): void {
  const here = known.find(({ name }) => name === table);
  if (here !== undefined && columns.every((column) => here.columns.includes(column))) return;
  throw new TransferError(`The dump has a table or a column that this database has not: ${table}.`);
}

// Through a temporary table: only superusers can COPY directly into a table with row-level security, and one
// statement for all rows lets them refer to one another in any order.
async function restoreTable(
  client: Client,
  { organizationId }: DumpHeader,
  { table, columns }: DumpTable,
  rows: AsyncGenerator<Buffer, void>,
): Promise<number> {
  const target = client.escapeIdentifier(table);
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  await client.query(`create temporary table incoming on commit drop as select ${list} from ${target} with no data`);
  await pipeline(Readable.from(rows), client.query(copyFrom(`copy incoming (${list}) from stdin`)));
  const strangers = await client.query("select from incoming where organization_id <> $1 limit 1", [organizationId]);
  if (strangers.rowCount !== 0) throw new TransferError(`The dump has another organisation's rows in ${table}.`);
  const { rowCount } = await client.query(`insert into ${target} (${list}) select ${list} from incoming`);
  await client.query("drop table incoming");
  return rowCount ?? 0;
}

function refusal(error: unknown): TransferError | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === "23505") {
    return new TransferError(`Something in ${error.table} is in this database already: ${error.detail}`);
  }
  if (error.code === "23503")
    return new TransferError(`Something that ${error.table} needs is missing: ${error.detail}`);
  const isData = error.code?.startsWith("22");
  return isData
    ? new TransferError(`The dump holds something that the database does not take: ${error.message}`)
    : undefined;
}
