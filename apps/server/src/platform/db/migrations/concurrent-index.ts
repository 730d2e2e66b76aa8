import type { ConcurrentIndex } from "@homeroom/database/migration";
import type pg from "pg";
import { withoutLockTimeout } from "./owner-pool.ts";

/** The statement that creates an index, with or without CONCURRENTLY. */
export function indexStatement({ name, unique, definition }: ConcurrentIndex, concurrently: boolean): string {
  return `create ${unique ? "unique " : ""}index ${concurrently ? "concurrently " : ""}${name} ${definition}`;
}

/**
 * Builds indexes while their tables are in use. Skips what is there and rebuilds what an interrupted build left behind,
 * so that it can be repeated. A build that fails leaves nothing; those before it stay.
 */
export async function buildIndexes(client: pg.ClientBase, indexes: readonly ConcurrentIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  // A build waits for everyone who uses the table, and nobody waits for the build, so it has no timeout.
  await withoutLockTimeout(client, async () => {
    for (const index of indexes) await buildIndex(client, index);
  });
}

async function buildIndex(client: pg.ClientBase, index: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [index.name],
  );
  if (rows[0]?.valid) return;
  if (rows.length > 0) await drop(client, index);
  try {
    await client.query(indexStatement(index, true));
  } catch (error) {
    // An unfinished unique index would refuse rows. When the connection is gone, the next attempt drops it.
    await drop(client, index).catch(() => undefined);
    throw error;
  }
}

async function drop(client: pg.ClientBase, { name }: ConcurrentIndex): Promise<void> {
  await client.query(`drop index concurrently if exists ${name}`);
}
