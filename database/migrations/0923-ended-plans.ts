import { type Kysely, sql } from "kysely";

/** When a person ended a paused plan: what is in hand then still arrives, and nothing of it waits again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table broadcast_plan add column ended_at timestamptz").execute(db);
}
