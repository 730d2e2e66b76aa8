import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** What a number has sent without a template in a month: WhatsApp charges for these beyond the first thousand. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "message_of_service",
    definition:
      "on message (organization_id, channel_id, sent_at) where direction = 'out' and kind not in ('template', 'note', 'system')",
  },
];

const costs = `
-- Replies have a price of their own.
alter table broadcast_price drop constraint broadcast_price_category_check;
alter table broadcast_price add constraint broadcast_price_category_check
  check (category in ('utility', 'marketing', 'service'));

create or replace view broadcast_contact with (security_invoker = true) as
  select organization_id, channel_id, contact_id, phone, blocked_at, marketing_stopped_at, last_inbound_at, lead_id,
    ad_window_ends_at
  from channel_contact;
-- Replies that count: those after an ad are free, and those that did not go out cost nothing.
create view broadcast_service_message with (security_invoker = true) as
  select organization_id, channel_id, sent_at from message
  where direction = 'out' and kind not in ('template', 'note', 'system') and state not in ('cancelled', 'failed')
    and coalesce(pricing ->> 'type', '') <> 'free_entry_point';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(costs).execute(db);
}
