import type { Client } from "pg";
import { TransferError } from "./transfer-error.ts";

/** Reads the catalogue: a client, or anything else that runs statements. */
export interface CatalogueReader {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A table of organisations' rows, and the columns that are copied to another database. */
export interface TenantTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns whose order the target's numbers must follow: see `carriedColumns`. */
  readonly numberedBy: readonly string[];
}

/** Tables that triggers fill from the rows of others. They are not copied: the target fills them again. */
const filledByTriggers: readonly string[] = ["lead_figure", "answer_figure", "lead_search"];

/**
 * Every table with an organization_id whose rows are copied, each after the tables that its foreign keys point to.
 * @throws TransferError when the keys form a cycle.
 */
export async function readTenantTables(client: CatalogueReader): Promise<TenantTable[]> {
  const tables: TenantTable[] = [];
  for (const { oid, name } of await orderedTables(client)) {
    if (filledByTriggers.includes(name)) continue;
    tables.push({ name, ...(await carriedColumns(client, oid)) });
  }
  return tables;
}

/**
 * The names of every table with an organization_id, each before the tables that its foreign keys point to: the order in
 * which rows can be deleted.
 * @throws TransferError when the keys form a cycle.
 */
export async function tenantTablesLeavesFirst(reader: CatalogueReader): Promise<string[]> {
  return (await orderedTables(reader)).map(({ name }) => name).reverse();
}

async function orderedTables(client: CatalogueReader): Promise<{ oid: number; name: string }[]> {
  const { rows: found } = await client.query<{ oid: number; name: string }>(`
    select table_.oid, table_.relname as name
      from pg_class table_ join pg_attribute tenant on tenant.attrelid = table_.oid and tenant.attname = 'organization_id'
     where table_.relnamespace = 'public'::regnamespace and table_.relkind in ('r', 'p') and not table_.relispartition
     order by table_.relname`);
  const { rows: keys } = await client.query<{ from: number; to: number }>(`
    select conrelid as "from", confrelid as "to" from pg_constraint where contype = 'f' and conrelid <> confrelid`);

  const ordered: number[] = [];
  const waiting = new Set(found.map(({ oid }) => oid));
  while (waiting.size > 0) {
    const ready = [...waiting].filter((oid) => !keys.some((key) => key.from === oid && waiting.has(key.to)));
    if (ready.length === 0) {
      const names = found.filter(({ oid }) => waiting.has(oid)).map(({ name }) => name);
      throw new TransferError(`The foreign keys of these tables form a cycle: ${names.join(", ")}.`);
    }
    for (const oid of ready) waiting.delete(oid);
    ordered.push(...ready);
  }
  return ordered.flatMap((oid) => found.find((table) => table.oid === oid) ?? []);
}

// Left out: what the database computes; running numbers, which another organisation may have at the
// target (rows are copied in their order and get new ones); transaction ids, which mean nothing in another database.
async function carriedColumns(client: CatalogueReader, table: number): Promise<Omit<TenantTable, "name">> {
  const { rows } = await client.query<{ name: string; identity: boolean; left: boolean }>(
    `select attname as name, attidentity <> '' as identity, attgenerated <> '' or atttypid = 'xid8'::regtype as left
       from pg_attribute where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return {
    columns: rows.filter(({ identity, left }) => !identity && !left).map(({ name }) => name),
    numberedBy: rows.filter(({ identity }) => identity).map(({ name }) => name),
  };
}

/** The migrations that a database has had, in order. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query("select from pg_class where oid = to_regclass('kysely_migration')");
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
}

/** Lets the session see and write this organisation's rows, for owners who cannot bypass row-level security. */
export async function enterOrganization(client: Client, organizationId: string): Promise<void> {
  await client.query("select set_config('app.organization_id', $1, true)", [organizationId]);
}
