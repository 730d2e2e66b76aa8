import type { Client } from "pg";
import type { SequenceState, TableSection } from "./archive-format.ts";

/** The version of the job queue's tables, which its installer writes. */
const leftOut = "pgboss.version";

/**
 * Every table of the product and of the job queue with the columns that a backup carries. Left out: what the database
 * computes, and transaction ids, which mean nothing in another database (a restore gives them their defaults).
 */
export async function readTables(client: Client): Promise<TableSection[]> {
  const { rows } = await client.query<TableSection>(
    `select schema.nspname as schema, class.relname as table,
        array_agg(attname::text order by attnum) filter (where attgenerated = '' and atttypid <> 'xid8'::regtype) as columns
       from pg_class class join pg_namespace schema on schema.oid = relnamespace join pg_attribute on attrelid = class.oid
      where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped and nspname || '.' || relname <> $1
      group by 1, 2 order by 1 desc, 2`,
    [leftOut],
  );
  return rows;
}

/** The value that each sequence has reached. */
export async function readSequences(client: Client): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ schema: string; sequence: string }>(
    `select nspname as schema, relname as sequence from pg_class join pg_namespace schema on schema.oid = relnamespace
      where relkind = 'S' and nspname in ('public', 'pgboss') order by 1, 2`,
  );
  const states: SequenceState[] = [];
  for (const { schema, sequence } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(client, schema, sequence)}`,
    );
    states.push(...rows.map((state) => ({ schema, sequence, ...state })));
  }
  return states;
}

/** The name of a table as it goes into a statement. */
export function qualified(client: Client, schema: string, name: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

/** Columns as they go into a statement. */
export function columnList(client: Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(", ");
}
