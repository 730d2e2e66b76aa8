import { type Kysely, sql } from "kysely";

/** Broadcasts read whose lead a contact is, for what that lead said about being sent news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace view broadcast_contact with (security_invoker = true) as
  select organization_id, channel_id, contact_id, phone, blocked_at, marketing_stopped_at, last_inbound_at, lead_id
  from channel_contact;
`)
    .execute(db);
}
