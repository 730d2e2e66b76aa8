import { type Kysely, sql } from "kysely";

/**
 * What WhatsApp decided about a channel's business account: {state, at, detail, restrictions}. Null: nothing. Who is affected
 * by a restriction, and until when, is in its entry; an expired entry has no effect.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel add column account_state jsonb`.execute(db);
}
