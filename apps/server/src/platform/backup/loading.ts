import type { Client } from "pg";
import type { SequenceState, TableSection } from "./archive-format.ts";
import { columnList, qualified } from "./catalogue.ts";

interface Definition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** What is removed from the tables while rows are loaded. */
export interface TakenOff {
  readonly foreignKeys: readonly Definition[];
  readonly indexes: readonly Definition[];
}

/**
 * Empties the tables of what migrations wrote, and removes triggers, foreign keys and plain indexes: rows can then come in
 * any order, nothing is derived from them twice, and building an index once is many times faster than updating it.
 */
export async function prepareTables(client: Client, tables: readonly TableSection[]): Promise<TakenOff> {
  const names = tables.map(({ schema, table }) => qualified(client, schema, table));
  await client.query(`truncate ${names.join(", ")}`);
  const taken = { foreignKeys: await readForeignKeys(client), indexes: await readIndexes(client) };
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const { table, name } of taken.foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of taken.indexes) await client.query(`drop index ${name}`);
  return taken;
}

/** Restores what `prepareTables` removed; the database checks every foreign key. */
export async function finishTables(client: Client, tables: readonly TableSection[], taken: TakenOff): Promise<void> {
  for (const { definition } of taken.indexes) await client.query(definition);
  for (const { table, name, definition } of taken.foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { schema, table } of tables) {
    await client.query(`alter table ${qualified(client, schema, table)} enable trigger user`);
  }
}

/** The statement that loads a table's rows. */
export function copyInto(client: Client, { schema, table, columns }: TableSection): string {
  return `copy ${qualified(client, schema, table)} (${columnList(client, columns)}) from stdin`;
}

/** Sets the sequences to the values that they had. */
export async function setSequences(client: Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { schema, sequence, lastValue, isCalled } of sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [
      qualified(client, schema, sequence),
      lastValue,
      isCalled,
    ]);
  }
}

async function readForeignKeys(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
     order by 1, 2`);
  return rows;
}

/** Indexes of our own tables that no constraint needs. */
async function readIndexes(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and relkind = 'i' and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1, 2`);
  return rows;
}
