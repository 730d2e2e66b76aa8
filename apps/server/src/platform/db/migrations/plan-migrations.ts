import type { Migration } from "@homeroom/database/migration";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { readDone } from "./adopt-baselines.ts";
import { wholeBackfill } from "./backfill.ts";
import { indexStatement } from "./concurrent-index.ts";
import { loadMigrations } from "./known-migrations.ts";
import { onConnection, openOwnerPool } from "./owner-pool.ts";

/** A migration that the database does not have yet, with the statements that it would run. */
export interface PlannedMigration {
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * What `migrate` would do to the tables of the product. Reads only which migrations the database has.
 * @throws MigrationError when `migrate` would refuse the database.
 */
export async function planMigrations(ownerUrl: string): Promise<PlannedMigration[]> {
  const pool = openOwnerPool(ownerUrl);
  try {
    const done = await onConnection(pool, readDone);
    const pending = Object.entries(await loadMigrations()).filter(([name]) => !done.has(name));
    return await Promise.all(
      pending.map(async ([name, migration]) => ({ name, statements: await statementsOf(migration) })),
    );
  } finally {
    await pool.end();
  }
}

async function statementsOf({ indexes = [], up, backfill }: Migration): Promise<string[]> {
  const statements = indexes.map((index) => indexStatement(index, true));
  const recording = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.trim()),
  });
  await up?.(recording);
  if (backfill) statements.push(`-- afterwards, in batches\n${wholeBackfill(backfill)}`);
  return statements;
}
