import { Kysely, PostgresDialect } from "kysely";
import { type MigrationResultSet, Migrator } from "kysely/migration";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { type DatabaseAccess, grantAccess, roleOf } from "../access.ts";
import { adoptBaselines, readDone } from "./adopt-baselines.ts";
import { giveWay } from "./give-way.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { MigrationError } from "./migration-error.ts";
import { onConnection, openOwnerPool } from "./owner-pool.ts";

/**
 * Brings the database up to this code: our migrations, each in a transaction of its own unless the database is empty
 * (under Kysely's lock, so that processes starting together wait for one another), the job queue's tables and the
 * restricted role's rights. With `migrations`, these instead of all that the code knows. Throws MigrationError; the
 * migrations before the one that failed stay.
 */
export async function migrate(access: DatabaseAccess, migrations?: Migrations): Promise<void> {
  const known = migrations ?? (await loadMigrations());
  const pool = openOwnerPool(access.ownerUrl);
  try {
    await giveWay(() => onConnection(pool, adoptBaselines));
    refuseNewer(await onConnection(pool, readDone), known);
    await runPending(pool, known);
    await migrateJobs(access.ownerUrl);
    await onConnection(pool, (client) => grantAccess(client, roleOf(access)));
  } finally {
    await pool.end();
  }
}

function refuseNewer(done: ReadonlySet<string>, known: Migrations): void {
  const unknown = [...done].find((name) => !(name in known));
  if (unknown === undefined) return;
  throw new MigrationError(`The database is of a newer release: it has the migration ${unknown}. Nothing was changed.`);
}

/** Runs what is pending. On an empty database, which nobody uses yet, one transaction for all is several times as fast. */
async function runPending(pool: pg.Pool, migrations: Migrations): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const isEmpty = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined);
  const runNext = async () => countDone(await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp()));
  while ((await giveWay(runNext)) > 0);
}

function countDone({ error, results = [] }: MigrationResultSet): number {
  if (!error) return results.length;
  const name = results.find(({ status }) => status === "Error")?.migrationName ?? "unknown";
  throw MigrationError.of(`Migration ${name}`, error);
}

async function migrateJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
