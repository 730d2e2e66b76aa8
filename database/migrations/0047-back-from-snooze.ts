import { type Kysely, sql } from "kysely";

/** When a conversation came back from having been put off: as long as nothing was said since, its list says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column woken_at timestamptz`.execute(db);
}
