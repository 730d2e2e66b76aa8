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

/** What was put into the database. */
export interface Restored {
  readonly organizationId: string;
  readonly name: string;
  readonly rows: number;
}

/**
 * Puts a dumped organisation into a database of the same release, all of it or nothing. Running numbers are given
 * anew, ids stay.
 * @throws TransferError when the file is damaged, the database is of another release, or the organisation, or
 * something of which there can be only one (an e-mail, a WhatsApp number), is there already.
 */
export async function restoreOrganization(ownerUrl: string, file: string): Promise<Restored> {
  const client = new Client({ connectionString: ownerUrl, application_name: "homeroom restore" });
  client.on("error", () => undefined);
  const lines = readLines(file);
  await client.connect();
  try {
    await client.query("begin");
    await client.query(plainValues);
    const header = checkHeader(await readJson(lines));
    await checkTarget(client, header);
    const rows = await restoreTables(client, header, lines);
    await client.query("commit");
    // Until the database has looked at the new rows it plans as if there were none.
    await client.query("analyze");
    return { organizationId: header.organizationId, name: header.name, rows };
  } catch (error) {
    throw refusal(error) ?? error;
  } finally {
    await lines.return();
    await client.end();
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
  if (rowCount !== 0) throw new TransferError(`${header.name} is in this database already; nothing was changed.`);
}

async function restoreTables(client: Client, header: DumpHeader, lines: ReturnType<typeof readLines>): Promise<number> {
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

// The names come from a file, and go into statements.
function checkTable({ table, columns }: DumpTable, known: readonly TenantTable[]): void {
  const here = known.find(({ name }) => name === table);
  if (here !== undefined && columns.every((column) => here.columns.includes(column))) return;
  throw new TransferError(`The dump has a table or a column that this database has not: ${table}.`);
}

// By way of a temporary table: COPY straight into a table behind row-level security is only for superusers, and one
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
