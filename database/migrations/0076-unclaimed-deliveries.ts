import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

/**
 * Deliveries for numbers and accounts that no channel has yet. They belong to no organisation, and nothing in them is
 * trusted: the signature can be checked only with the secret of the channel that is connected later.
 */
const table = `
create table unclaimed_delivery (
  delivery_id bigint generated always as identity primary key,
  kind text not null check (kind in ('whatsapp', 'line')),
  -- What the body or its address names: numbers, business accounts, LINE channels.
  names text[] not null,
  signature text not null,
  body bytea not null,
  bytes integer not null,
  received_at timestamptz not null default clock_timestamp()
);
create index unclaimed_delivery_names on unclaimed_delivery using gin (names);
create index unclaimed_delivery_old on unclaimed_delivery (received_at);
alter table unclaimed_delivery enable row level security;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  await openToSystem(db, "unclaimed_delivery", "write");
}
