import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { type DatabaseAccess, grantAccess, roleOf } from "./access.ts";
import { adoptBaselines } from "./adopt-baselines.ts";
import { sqlState } from "./failures.ts";
import { MigrationError } from "./migration-error.ts";

const folder = new URL("../../../../../database/migrations/", import.meta.url);

/** Names of the migrations that this code knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .sort();
}

/**
 * How long a migration waits for a table in use. Later queries queue behind a waiting migration, so after this time it
 * gives up its place and tries again.
 */
const lockTimeout = "3s";
const lockTimedOut = "55P03";
const mostAttempts = 100;
const pauseMs = 1000;

/**
 * Brings the database up to this code: our migrations, each in a transaction of its own unless the database is empty
 * (under Kysely's lock, so that processes starting together wait for one another), the job queue's tables and the
 * restricted role's rights. With `only`, these migrations and no later ones. Throws MigrationError; the migrations before the
 * one that failed stay.
 */
export async function migrate(access: DatabaseAccess, only?: readonly string[]): Promise<void> {
  const pool = openPool(access.ownerUrl);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const client = await pool.connect();
    try {
      await adoptBaselines(client);
      await runPending(migratorOf(db, only));
      await migrateJobs(access.ownerUrl);
      await grantAccess(client, roleOf(access));
    } finally {
      client.release();
    }
  } finally {
    await db.destroy();
  }
}

/** A migration that the database does not have yet, with the statements that it would run. */
export interface PlannedMigration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** What `migrate` would do to the tables of the product. Reads only which migrations the database has. */
export async function planMigrations(ownerUrl: string): Promise<PlannedMigration[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: openPool(ownerUrl) }) });
  try {
    const known = await migratorOf(db).getMigrations();
    const pending = known.filter(({ executedAt }) => executedAt === undefined);
    return await Promise.all(
      pending.map(async ({ name, migration }) => ({ name, statements: await statementsOf(migration) })),
    );
  } finally {
    await db.destroy();
  }
}

async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const recording = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.trim()),
  });
  await migration.up(recording);
  return statements;
}

function openPool(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  // A pending query already rejects when the connection breaks; an idle connection may break silently.
  pool.on("error", unheard);
  pool.on("connect", (client) => {
    client.on("error", unheard);
    client.query(`set lock_timeout = '${lockTimeout}'`).catch(unheard);
  });
  return pool;
}

function migratorOf(db: Kysely<unknown>, only?: readonly string[]): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(only) } });
}

/** Runs what is pending. On an empty database, which nobody uses yet, one transaction for all is several times as fast. */
async function runPending(migrator: Migrator): Promise<void> {
  const isEmpty = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined);
  for (let attempts = 1; ; ) {
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (!error && results.length === 0) return;
    if (!error) continue;
    if (sqlState(error) !== lockTimedOut || attempts === mostAttempts) {
      const name = results.find((result) => result.status === "Error")?.migrationName ?? "unknown";
      throw new MigrationError(
        `Migration ${name} failed: ${error instanceof Error ? error.message : "for an unknown reason"}`,
      );
    }
    attempts += 1;
    await sleep(pauseMs);
  }
}

async function readMigrations(only?: readonly string[]): Promise<Record<string, Migration>> {
  const names = only ?? (await knownMigrations());
  const entries = names.map(async (name) => {
    const migration = (await import(new URL(`${name}.ts`, folder).href)) as Migration;
    return [name, migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function migrateJobs(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on("error", unheard);
  await boss.start();
  await boss.stop({ graceful: false });
}

function unheard(): void {}
