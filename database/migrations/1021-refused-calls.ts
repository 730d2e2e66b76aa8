import { type Kysely, sql } from "kysely";

/** When people were last notified that a channel's secret does not fit its provider's calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel add column refusal_told_at timestamptz`.execute(db);
}
