import { type Kysely, sql } from "kysely";

/**
 * When a person last said whether they want marketing, whichever way: what is told late must not undo it. And templates
 * whose sending WhatsApp refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel_contact add column marketing_said_at timestamptz`.execute(db);
  await sql`update channel_contact set marketing_said_at = marketing_stopped_at where marketing_stopped_at is not null`.execute(
    db,
  );
  await sql`
    alter table message_template drop constraint message_template_stopped_check,
      add constraint message_template_stopped_check check (stopped in ('paused', 'disabled', 'refused'))`.execute(db);
  // A pause that WhatsApp ended without our hearing of it is asked about.
  await sql`create index message_template_paused on message_template (checked_at) where stopped = 'paused'`.execute(db);
}
