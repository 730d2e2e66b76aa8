import { type Kysely, sql } from "kysely";

/** When the provider last tested that its calls reach us and that our secret fits them; a test is not stored as a delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel add column calls_tested_at timestamptz`.execute(db);
}
