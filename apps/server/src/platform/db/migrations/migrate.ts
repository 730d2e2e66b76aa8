import type { Migration } from "@homeroom/database/migration";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration as KyselyMigration, type MigrationResultSet, Migrator } from "kysely/migration";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { type DatabaseAccess, grantAccess, roleOf } from "../access.ts";
import { adoptBaselines, readDone } from "./adopt-baselines.ts";
import { buildIndexes, indexStatement } from "./concurrent-index.ts";
import { giveWay } from "./give-way.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { MigrationError } from "./migration-error.ts";
import { withMigrationLock } from "./migration-lock.ts";
import { openOwnerPool } from "./owner-pool.ts";

/**
 * Brings the database up to this code: our migrations, each in a transaction of its own unless the database is empty, the
 * job queue's tables and the restricted role's rights. Processes that start together wait for one another. With
 * `migrations`, these instead of all that the code knows. Throws MigrationError; the migrations before the one that failed
 * stay, and so do the indexes that it has built.
 */
export async function migrate(access: DatabaseAccess, migrations?: Migrations): Promise<void> {
  const known = migrations ?? (await loadMigrations());
  const pool = openOwnerPool(access.ownerUrl);
  try {
    await withMigrationLock(pool, async (client) => {
      await giveWay(() => adoptBaselines(client));
      const done = await readDone(client);
      refuseNewer(done, known);
      if (done.size === 0) await fillEmpty(pool, known);
      else await runPending(pool, client, { known, done });
      await migrateJobs(access.ownerUrl);
      await grantAccess(client, roleOf(access));
    });
  } finally {
    await pool.end();
  }
}

function refuseNewer(done: ReadonlySet<string>, known: Migrations): void {
  const unknown = [...done].find((name) => !(name in known));
  if (unknown === undefined) return;
  throw new MigrationError(`The database is of a newer release: it has the migration ${unknown}. Nothing was changed.`);
}

/** On an empty database, which nobody uses yet, one transaction for all is several times as fast. */
async function fillEmpty(pool: pg.Pool, known: Migrations): Promise<void> {
  const whole = Object.entries(known).map(([name, migration]) => [name, inOneTransaction(migration)] as const);
  const migrator = migratorOf(pool, Object.fromEntries(whole));
  await giveWay(async () => throwFailure(await migrator.migrateToLatest()));
}

function inOneTransaction({ indexes = [], up }: Migration): KyselyMigration {
  return {
    async up(db) {
      for (const index of indexes) await sql.raw(indexStatement(index, false)).execute(db);
      await up?.(db);
    },
  };
}

async function runPending(
  pool: pg.Pool,
  client: pg.ClientBase,
  { known, done }: { known: Migrations; done: ReadonlySet<string> },
): Promise<void> {
  const changes = Object.entries(known).map(([name, migration]) => [name, withoutIndexes(migration)] as const);
  const migrator = migratorOf(pool, Object.fromEntries(changes));
  for (const [name, { indexes = [] }] of Object.entries(known)) {
    if (done.has(name)) continue;
    await buildIndexes(client, indexes).catch((error: unknown) => {
      throw MigrationError.of(`Migration ${name}`, error);
    });
    await giveWay(async () => throwFailure(await migrator.migrateTo(name)));
  }
}

function withoutIndexes({ up }: Migration): KyselyMigration {
  return { up: async (db) => up?.(db) };
}

function migratorOf(pool: pg.Pool, migrations: Readonly<Record<string, KyselyMigration>>): Migrator {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
}

function throwFailure({ error, results = [] }: MigrationResultSet): void {
  if (!error) return;
  const name = results.find(({ status }) => status === "Error")?.migrationName ?? "unknown";
  throw MigrationError.of(`Migration ${name}`, error);
}

async function migrateJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
