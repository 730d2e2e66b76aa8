import { type Kysely, sql } from "kysely";

/** Uploads for one use alone name their uploader here. `created_by` is null then, so that they serve nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stored_file add column reserved_for uuid`.execute(db);
}
