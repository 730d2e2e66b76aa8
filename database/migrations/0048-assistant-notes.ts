import { type Kysely, sql } from "kysely";

/**
 * What the assistant last left to people in a conversation, for the list of conversations: {kind, reason, position}. Null once
 * somebody has spoken since. Who was left to people waits for an answer, though a line was said last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column assistant_note jsonb`.execute(db);
  await sql`drop index conversation_no_reply`.execute(db);
  await sql`
    create index conversation_no_reply on conversation (organization_id, last_message_at desc, conversation_id desc)
    where last_direction = 'in' or assistant_note is not null`.execute(db);
}
