import type { Backfill } from "@homeroom/database/migration";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";

const rowsAtOnce = 500;

/** A backfill with the migration that asks for it. */
export interface NamedBackfill {
  readonly name: string;
  readonly backfill: Backfill;
}

/** The whole backfill in one statement. */
export function wholeBackfill({ table, set, where }: Backfill): string {
  return `update ${table} set ${set} where ${where}`;
}

/** Records that a migration has a backfill, which an empty database does not need. */
export function recordBackfill(name: string, isFinished: boolean): RawBuilder<unknown> {
  return sql`insert into backfill (migration, finished_at) values (${name}, case when ${isFinished} then now() end)`;
}

/** The names of the backfills that are not finished. */
export async function unfinishedBackfills(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select migration as name from backfill where finished_at is null order by migration",
  );
  return rows.map(({ name }) => name);
}

/** Resets a finished backfill so that it runs again. */
export async function reopenBackfill(client: pg.ClientBase, name: string): Promise<void> {
  await client.query("update backfill set finished_at = null where migration = $1", [name]);
}

/**
 * Does the next rows of a backfill in its own transaction and records the progress. After the last row it begins
 * again, until a whole pass changes nothing: processes of the previous release may have written rows behind it. Returns
 * whether the backfill is finished.
 */
export async function runBatch(client: pg.ClientBase, named: NamedBackfill): Promise<boolean> {
  await client.query("begin");
  try {
    const isFinished = await lockAndRun(client, named);
    await client.query("commit");
    return isFinished;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

interface Progress {
  position: string[] | null;
  changedInPass: number;
}

async function lockAndRun(client: pg.ClientBase, { name, backfill }: NamedBackfill): Promise<boolean> {
  const { rows } = await client.query<Progress & { isFinished: boolean }>(
    `select position, changed_in_pass::int as "changedInPass", finished_at is not null as "isFinished"
     from backfill where migration = $1 for update`,
    [name],
  );
  const [progress] = rows;
  if (!progress) throw new Error(`The migration ${name} has recorded no backfill`);
  if (progress.isFinished) return true;
  const { seen, changed, last } = await changeRows(client, { name, backfill }, progress.position);
  const isEnd = seen < rowsAtOnce;
  const isFinished = isEnd && progress.changedInPass + changed === 0;
  await client.query(
    `update backfill set position = $2, changed_in_pass = case when $3 then 0 else changed_in_pass + $4 end,
       changed_rows = changed_rows + $4, finished_at = case when $5 then now() end
     where migration = $1`,
    [name, isEnd ? null : last, isEnd, changed, isFinished],
  );
  return isFinished;
}

async function changeRows(client: pg.ClientBase, { name, backfill }: NamedBackfill, position: string[] | null) {
  const statement = batchStatement(backfill, await readKey(client, backfill.table), position !== null);
  const { rows } = await client.query<{ seen: number; changed: number; unchanged: number; last: string[] | null }>(
    statement,
    position ?? [],
  );
  const [row = { seen: 0, changed: 0, unchanged: 0, last: null }] = rows;
  if (row.unchanged > 0)
    throw new Error(`The backfill of ${name} would never end: rows that it has changed still meet "${backfill.where}"`);
  return row;
}

interface KeyColumn {
  column: string;
  type: string;
}

async function readKey(client: pg.ClientBase, table: string): Promise<KeyColumn[]> {
  const { rows } = await client.query<KeyColumn>(
    `select quote_ident(attname) as column, format_type(atttypid, atttypmod) as type
     from pg_index join unnest(indkey) with ordinality as part (attnum, place) on true
       join pg_attribute using (attnum)
     where indrelid = $1::regclass and indisprimary and attrelid = indrelid order by place`,
    [table],
  );
  return rows;
}

function batchStatement({ table, set, where }: Backfill, key: readonly KeyColumn[], continues: boolean): string {
  const columns = key.map(({ column }) => column).join(", ");
  const named = key.map(({ column }, place) => `${column} as key_${place}`).join(", ");
  const behind = `(${columns}) > (${key.map(({ type }, place) => `$${place + 1}::${type}`).join(", ")})`;
  return `
    with batch as materialized (
      select ${named} from ${table} ${continues ? `where ${behind}` : ""} order by ${columns} limit ${rowsAtOnce}
    ), changed as (
      update ${table} set ${set} from batch
      where ${key.map(({ column }, place) => `${table}.${column} = key_${place}`).join(" and ")} and (${where})
      returning (${where}) as unchanged
    )
    select (select count(*)::int from batch) as seen, (select count(*)::int from changed) as changed,
      (select count(*)::int from changed where unchanged) as unchanged,
      (select array[${key.map((_, place) => `key_${place}::text`).join(", ")}] from batch
        order by ${key.map((_, place) => `key_${place} desc`).join(", ")} limit 1) as last`;
}
