import { sql } from "kysely";
import { v7 } from "uuid";
import type { Database } from "#platform/db/transaction";

const processId = v7();

/** Throws when the database does not answer. */
export async function reachDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether the database has had all of these migrations. */
export async function hasMigrations(db: Database, wanted: readonly string[]): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(done.rows.map((row) => row.name));
  return wanted.every((name) => names.has(name));
}

/**
 * Whether the database takes writes; throws when it does not. A row is written, which needs its log, and a sort is spilled to
 * disk, which needs new room: an update alone finds old room for a long time on a disk that is full.
 */
export async function writeProbe(db: Database): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into health_probe (process_id) values (${processId})
      on conflict (process_id) do update set probed_at = now()`.execute(tx);
    await sql`delete from health_probe where probed_at < now() - interval '1 day'`.execute(tx);
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`
      select count(*) from (select number from generate_series(1, 4000) number order by md5(number::text) offset 1) sorted`.execute(
      tx,
    );
  });
  return true;
}
