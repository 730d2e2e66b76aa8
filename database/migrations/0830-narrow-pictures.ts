import { type Kysely, sql } from "kysely";

/** Pictures of published pages are kept in the widths of screens too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The picture of which a file is a narrower one; null: a file of its own. remove-files.ts removes both together: checking
  // a reference would read every row.
  await sql`alter table stored_file add column narrow_of uuid`.execute(db);
}
