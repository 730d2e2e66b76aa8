import { Client } from "pg";
import type { DatabaseAccess } from "#platform/db/access";
import { roleOf } from "#platform/db/access";
import { namesSinceBaselines, readDone } from "#platform/db/migrations/adopt-baselines";
import { knownMigrations, loadMigrations } from "#platform/db/migrations/known-migrations";
import { migrate } from "#platform/db/migrations/migrate";
import { readTenantTables } from "#platform/db/transfer/tenant-tables";
import type { ArchiveHeader } from "./archive-format.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Makes the tables of the backup's release in an empty database. A database whose tables were made, but in which nobody has
 * registered yet, counts as empty.
 * @throws BackupError when it is in use, holds rows, or this release cannot make those tables.
 */
export async function prepareTarget(access: DatabaseAccess, header: ArchiveHeader): Promise<void> {
  const known = await knownMigrations();
  const wanted = namesSinceBaselines(header.migrations);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new BackupError(
      `Release ${header.release} made the backup, with migration ${unknown}, which this release does not have: restore it with that one.`,
    );
  }
  await requireEmpty(access, wanted);
  await migrate(access, await loadMigrations(wanted));
}

async function requireEmpty(access: DatabaseAccess, wanted: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: access.ownerUrl, application_name: "homeroom restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await requireUnused(client, roleOf(access));
    const done = await readDone(client);
    const isNewer = [...done].some((name) => !wanted.includes(name));
    if (isNewer) throw new BackupError("The database has tables of a newer release: restore into a new database.");
    if (done.size === 0) return await requireNoTables(client);
    await client.query("set row_security = off");
    for (const { name } of await readTenantTables(client)) {
      const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
      if (rowCount !== 0) throw new BackupError(`The database is not empty: ${name} has rows. Nothing was changed.`);
    }
  } finally {
    await client.end();
  }
}

/** A Homeroom that is running on the database would write while rows are loaded. */
async function requireUnused(client: Client, role: string): Promise<void> {
  const sql = "select from pg_stat_activity where datname = current_database() and usename = $1";
  const { rowCount } = await client.query(sql, [role]);
  if (rowCount !== 0) throw new BackupError("Homeroom is running on this database: stop it first.");
}

async function requireNoTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  );
  if (rows[0]) throw new BackupError(`The database is not empty: it has a table ${rows[0].name}. Nothing was changed.`);
}
