import { type Kysely, sql } from "kysely";

/** When WhatsApp took new texts of a template that it had approved: it takes one in 24 hours and ten in 30 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_template add column revised_at timestamptz[] not null default '{}'`.execute(db);
}
