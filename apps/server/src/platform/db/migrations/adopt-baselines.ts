import type pg from "pg";
import { baselines, replaced } from "./baselines.ts";
import { MigrationError } from "./migration-error.ts";

/**
 * Records the baselines as done, in place of the migrations that they replace, in a database that has had all of
 * those. Does nothing in other databases.
 * @throws MigrationError when the database has had only some of them.
 */
export async function adoptBaselines(client: pg.ClientBase): Promise<void> {
  if (!hasReplaced(await readRecorded(client))) return;
  await client.query("begin");
  try {
    // Another process may adopt them, or a process of the release before may be migrating.
    await client.query("lock table kysely_migration in exclusive mode");
    if (hasReplaced(await readRecorded(client))) await replaceRecorded(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    if (error instanceof MigrationError) throw error;
    throw MigrationError.of("The change to the baselines", error);
  }
}

/** The migrations that a database has had, by the names of this release. Throws as `adoptBaselines` does. */
export async function readDone(client: pg.ClientBase): Promise<Set<string>> {
  const recorded = await readRecorded(client);
  hasReplaced(recorded);
  return new Set(namesSinceBaselines(recorded));
}

/** The same migrations by the names of this release: the baselines stand for all migrations that they replaced. */
export function namesSinceBaselines(names: readonly string[]): string[] {
  if (!replaced.every((name) => names.includes(name))) return [...names];
  return [...baselines, ...names.filter((name) => !replaced.includes(name))];
}

/** Whether these are the names from before the baselines. Throws when only some of those are there. */
function hasReplaced(recorded: readonly string[]): boolean {
  if (!replaced.some((name) => recorded.includes(name))) return false;
  const missing = replaced.find((name) => !recorded.includes(name));
  if (missing === undefined) return true;
  throw new MigrationError(
    `The database is too old for this release: it lacks the migration ${missing}, which is part of a baseline now. ` +
      `Run "npm run migrate" of a release that has the migration ${replaced.at(-1)}, then start this one. Nothing was changed.`,
  );
}

async function replaceRecorded(client: pg.ClientBase): Promise<void> {
  // The one difference between the baselines and the migrations before them: this check did not cover old rows.
  await client.query("alter table message validate constraint message_state_check");
  await client.query(
    `insert into kysely_migration (name, timestamp)
     select unnest($1::text[]), (select max(timestamp) from kysely_migration where name = any($2))`,
    [baselines, replaced],
  );
  await client.query("delete from kysely_migration where name = any($1)", [replaced]);
}

async function readRecorded(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query("select where to_regclass('kysely_migration') is not null");
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
  return rows.map(({ name }) => name);
}
