import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const refunds = `
-- A refund that a payment platform is asked for. Once it is done, the money that went back is in the table refund, under the
-- same id.
create table platform_refund (
  organization_id uuid not null,
  refund_id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider text not null check (provider in ('paypal', 'shopline')),
  -- The platform's id of the money that came.
  payment_reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  -- The platform's number of the refund; empty while it has not said one.
  external_id text not null default '',
  -- What the platform last said against it, in its own words.
  problem text not null default '',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, refund_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade,
  foreign key (organization_id, payment_id) references payment on delete cascade
);
create unique index platform_refund_identity on platform_refund (refund_id);
-- One at a time: what the next one may be depends on it.
create unique index platform_refund_open on platform_refund (organization_id, order_id) where state = 'asked';
create index platform_refund_of_order on platform_refund (organization_id, order_id);
create index platform_refund_due on platform_refund (next_attempt_at) where state = 'asked';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(refunds).execute(db);
  await protectTenantTable(db, "platform_refund");
  await openToSystem(db, "platform_refund", "read");
}
