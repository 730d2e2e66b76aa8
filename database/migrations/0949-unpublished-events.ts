import { type Kysely, sql } from "kysely";

/** What kept an event from being published, or a part of what follows from it; null: nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column problem text`.execute(db);
}
