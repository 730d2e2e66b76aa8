import { type Kysely, sql } from "kysely";

/**
 * Says with the notification whether nothing but statuses was stored: thousands come with a broadcast, and nobody waits for
 * them. Processes of the release before read at each notification, whatever it says.
 */
const wake = `
drop trigger inbound_delivery_wake on inbound_delivery;
create or replace function inbound_delivery_wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('inbound_delivery', case when exists (select from added where not is_status) then '' else 'statuses' end);
  return null;
end $$;
create trigger inbound_delivery_wake after insert on inbound_delivery referencing new table as added
  for each statement execute function inbound_delivery_wake();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(wake).execute(db);
}
