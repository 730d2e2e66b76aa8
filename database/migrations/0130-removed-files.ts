import { type Kysely, sql } from "kysely";

/** Files whose rows are gone and whose bytes are still there: a backup under way may yet copy them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_file (
      storage_key text primary key,
      removed_at timestamptz not null default now()
    )`.execute(db);
}
