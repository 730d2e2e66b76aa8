import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { unfinishedBackfills } from "../migrations/backfill.ts";
import { type DumpEnd, type DumpHeader, type DumpTable, endOfRows, plainValues } from "./dump-format.ts";
import { enterOrganization, readMigrations, readTenantTables, type TenantTable } from "./tenant-tables.ts";
import { TransferError } from "./transfer-error.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An organisation by its id, for choosing one. */
export interface OrganizationName {
  readonly organizationId: string;
  readonly name: string;
}

/** Every organisation of a database, given the address of its owner. */
export async function listOrganizations(ownerUrl: string): Promise<OrganizationName[]> {
  return inReadOnly(ownerUrl, async (client) => {
    await client.query("select set_config('app.system', 'on', true)");
    const { rows } = await client.query<OrganizationName>(
      `select organization_id as "organizationId", name from organization order by name`,
    );
    return rows;
  });
}

/**
 * Writes all rows of an organisation, as of one moment, to a file that only we can read; the product may keep
 * running. The file appears when it is complete. Returns the number of rows.
 * @throws TransferError when there is no such organisation.
 */
export async function dumpOrganization(ownerUrl: string, organizationId: string, file: string): Promise<number> {
  const unfinished = `${file}.new`;
  try {
    const rows = await inReadOnly(ownerUrl, async (client) => {
      const header = await describe(client, organizationId);
      const tables = await readTenantTables(client);
      const end = { rows: 0 };
      await pipeline(
        Readable.from(writeDump(client, header, tables, end)),
        createGzip({ level: 6 }),
        createWriteStream(unfinished, { mode: 0o600 }),
      );
      return end.rows;
    });
    await rename(unfinished, file);
    return rows;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function inReadOnly<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl, application_name: "homeroom dump" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(plainValues);
    if ((await readMigrations(client)).length === 0)
      throw new TransferError("This database has no tables of Homeroom's.");
    return await work(client);
  } finally {
    // What was read stays valid even if closing the connection fails.
    await client.end().catch(() => undefined);
  }
}

async function describe(client: Client, organizationId: string): Promise<DumpHeader> {
  await enterOrganization(client, organizationId);
  const name = uuid.test(organizationId) ? await readName(client, organizationId) : undefined;
  if (name === undefined) throw new TransferError(`There is no organisation ${organizationId} in this database.`);
  const migrations = await readMigrations(client);
  await refuseDuringBackfills(client);
  return { format: "homeroom-organization", version: 1, organizationId, name, migrations, madeAt: new Date().toJSON() };
}

/** Rows that are not backfilled yet would stay so in a database whose backfills are finished. */
async function refuseDuringBackfills(client: Client): Promise<void> {
  const { rows } = await client.query("select where to_regclass('backfill') is not null");
  const [unfinished] = rows.length > 0 ? await unfinishedBackfills(client) : [];
  if (unfinished === undefined) return;
  throw new TransferError(
    `The worker is still filling rows for ${unfinished}. Try again when its log says that it is finished.`,
  );
}

async function readName(client: Client, organizationId: string): Promise<string | undefined> {
  const sql = "select name from organization where organization_id = $1";
  const { rows } = await client.query<{ name: string }>(sql, [organizationId]);
  return rows[0]?.name;
}

async function* writeDump(
  client: Client,
  header: DumpHeader,
  tables: readonly TenantTable[],
  end: { rows: number },
): AsyncGenerator<string | Buffer> {
  yield line(header);
  for (const table of tables) {
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
    const order = table.numberedBy.map((column) => client.escapeIdentifier(column)).join(", ");
    const rows = `select ${columns} from ${client.escapeIdentifier(table.name)}
      where organization_id = ${client.escapeLiteral(header.organizationId)} ${order && `order by ${order}`}`;
    const copy = client.query(copyTo(`copy (${rows}) to stdout`));
    yield line({ table: table.name, columns: table.columns });
    yield* copy as AsyncIterable<Buffer>;
    yield endOfRows;
    end.rows += copy.rowCount;
  }
  yield line(end);
}

function line(value: DumpHeader | DumpTable | DumpEnd): string {
  return `${JSON.stringify(value)}\n`;
}
