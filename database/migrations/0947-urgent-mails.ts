import { type Kysely, sql } from "kysely";

/** Codes are good for ten minutes, so they must not wait behind bulk mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outgoing_mail add column urgent boolean not null default false`.execute(db);
}
