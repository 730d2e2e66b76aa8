import type { Migration } from "@homeroom/database/migration";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration as KyselyMigration, type MigrationResultSet, Migrator } from "kysely/migration";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { type DatabaseAccess, grantAccess, roleOf } from "../access.ts";
import { adoptBaselines, readDone } from "./adopt-baselines.ts";
import { type NamedBackfill, recordBackfill, wholeBackfill } from "./backfill.ts";
import { buildIndexes, indexStatement } from "./concurrent-index.ts";
import { giveWay } from "./give-way.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { withMigrationLock } from "./locks.ts";
import { MigrationError } from "./migration-error.ts";
import { openOwnerPool } from "./owner-pool.ts";
import { finishBackfill } from "./run-backfills.ts";

/**
 * Migrates the database to this code: our migrations, each in its own transaction unless the database is empty, the
 * job queue's tables and the restricted role's rights. Processes that start together wait for one another. Backfills are
 * left to `startBackfills`, unless a later migration needs them. With `migrations`, runs these instead of all that the code
 * knows. Throws MigrationError; the migrations before the one that failed stay, and so do the indexes that it has built.
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
  const whole = Object.entries(known).map(([name, migration]) => [name, inOneTransaction(name, migration)] as const);
  const migrator = migratorOf(pool, Object.fromEntries(whole));
  await giveWay(async () => throwFailure(await migrator.migrateToLatest()));
}

function inOneTransaction(name: string, { indexes = [], up, backfill }: Migration): KyselyMigration {
  return {
    async up(db) {
      for (const index of indexes) await sql.raw(indexStatement(index, false)).execute(db);
      await up?.(db);
      if (!backfill) return;
      await sql.raw(wholeBackfill(backfill)).execute(db);
      await recordBackfill(name, true).execute(db);
    },
  };
}

async function runPending(
  pool: pg.Pool,
  client: pg.ClientBase,
  { known, done }: { known: Migrations; done: ReadonlySet<string> },
): Promise<void> {
  const changes = Object.entries(known).map(([name, migration]) => [name, changesOf(name, migration)] as const);
  const migrator = migratorOf(pool, Object.fromEntries(changes));
  for (const [name, { afterBackfills = [], indexes = [] }] of Object.entries(known)) {
    if (done.has(name)) continue;
    for (const earlier of afterBackfills) await finishBackfill(client, backfillOf(known, earlier));
    await buildIndexes(client, indexes).catch((error: unknown) => {
      throw MigrationError.of(`Migration ${name}`, error);
    });
    await giveWay(async () => throwFailure(await migrator.migrateTo(name)));
  }
}

function changesOf(name: string, { up, backfill }: Migration): KyselyMigration {
  return {
    async up(db) {
      await up?.(db);
      if (backfill) await recordBackfill(name, false).execute(db);
    },
  };
}

function backfillOf(known: Migrations, name: string): NamedBackfill {
  const backfill = known[name]?.backfill;
  if (!backfill) throw new Error(`The migration ${name} has no backfill to wait for`);
  return { name, backfill };
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
