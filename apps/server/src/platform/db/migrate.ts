import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { type DatabaseAccess, grantAccess, roleOf } from "./access.ts";

const folder = new URL("../../../../../database/migrations/", import.meta.url);

/** A migration failed; nothing of it was kept. The message names it. */
export class MigrationError extends Error {}

/** Names of the migrations that this code knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .sort();
}

/**
 * Brings the database up to this code: our migrations (under Kysely's lock, so that processes starting together wait for
 * one another), the job queue's tables and the restricted role's rights. Throws MigrationError.
 */
export async function migrate(access: DatabaseAccess): Promise<void> {
  const pool = new pg.Pool({ connectionString: access.ownerUrl, max: 2 });
  // Whoever waits for an answer hears that the connection broke; an idle one may break without a word.
  pool.on("error", unheard);
  pool.on("connect", (client) => void client.on("error", unheard));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error, results } = await new Migrator({
      db,
      provider: { getMigrations: readMigrations },
    }).migrateToLatest();
    if (error) {
      const name = results?.find((result) => result.status === "Error")?.migrationName ?? "unknown";
      throw new MigrationError(
        `Migration ${name} failed: ${error instanceof Error ? error.message : "for an unknown reason"}`,
      );
    }
    await migrateJobs(access.ownerUrl);
    const client = await pool.connect();
    try {
      await grantAccess(client, roleOf(access));
    } finally {
      client.release();
    }
  } finally {
    await db.destroy();
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await knownMigrations();
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
