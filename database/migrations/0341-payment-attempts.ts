import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const attempts = `
-- A payment that a customer began at a platform. Money that came of it is in the table payment.
create table payment_attempt (
  organization_id uuid not null,
  attempt_id uuid not null,
  order_id uuid not null,
  provider text not null check (provider in ('paypal', 'shopline', 'ecpay')),
  -- Our number of it at the platform. Notices are found by it before their organisation is known.
  trade_number text not null unique,
  -- The platform's number of it; empty where it gives none before the customer pays.
  external_id text not null default '',
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'started' check (state in ('started', 'numbered', 'paid', 'failed')),
  -- What the customer pays with at a bank or in a shop.
  numbers jsonb,
  created_at timestamptz not null default now(),
  -- When the platform was last asked.
  checked_at timestamptz not null default now(),
  primary key (organization_id, attempt_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade
);
create index payment_attempt_of_order on payment_attempt (organization_id, order_id);
-- Those that a platform may have been paid for without a word.
create index payment_attempt_waiting on payment_attempt (created_at) where state in ('started', 'numbered');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(attempts).execute(db);
  await protectTenantTable(db, "payment_attempt");
  await openToSystem(db, "payment_attempt", "read");
}
