import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const cards = `
-- The card with which an organisation renews its plan. The card itself is kept by the seller's payment platform.
create table linked_card (
  organization_id uuid primary key references organization on delete cascade,
  seller_id uuid not null references organization,
  provider text not null check (provider in ('paypal')),
  -- What the platform calls a link that the person has not agreed to yet.
  setup_id text,
  -- Sealed: what the platform is asked for money with. Null until the person has agreed.
  token bytea,
  label text not null default '',
  -- Who linked it; their rights are loaded again before each charge.
  actor jsonb not null,
  linked_at timestamptz,
  next_try_at timestamptz,
  -- Renewals that failed since the last one that succeeded.
  failures integer not null default 0,
  problem text check (problem in ('declined', 'unavailable', 'noRights', 'late', 'kept'))
);
create index linked_card_due on linked_card (next_try_at) where token is not null;
create index linked_card_of_seller on linked_card (seller_id);
`;

const attempts = `
-- Charged to a linked card. At most one charge of an order is open, so two workers cannot charge it twice.
alter table payment_attempt add column by_card boolean not null default false;
create unique index payment_attempt_by_card on payment_attempt (organization_id, order_id) where by_card and state = 'started';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(cards).execute(db);
  await sql.raw(attempts).execute(db);
  await protectTenantTable(db, "linked_card");
  await openToSystem(db, "linked_card", "read");
}
