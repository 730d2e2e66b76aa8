import { type Kysely, sql } from "kysely";

/**
 * Which save of a channel's settings a form was opened on: of two that save, the later one is told. And what a channel
 * could not send, found when it sends again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel add column version int not null default 1`.execute(db);
  await sql`create index message_failed on message (organization_id, channel_id, sent_at) where state = 'failed'`.execute(
    db,
  );
}
