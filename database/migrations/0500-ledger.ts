import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const ledger = `
-- What an organisation has of each unit, by where it is. The four balances of a unit add up to zero.
create table ledger_balance (
  organization_id uuid not null references organization on delete cascade,
  -- Minor units of the account's currency for money and adBudget, pieces for messages and images, bytes for storage.
  unit text not null check (unit in ('money', 'message', 'image', 'storage', 'adBudget')),
  -- outside: where it comes from, so below zero.
  place text not null check (place in ('outside', 'available', 'reserved', 'used')),
  balance bigint not null default 0,
  primary key (organization_id, unit, place),
  check (place = 'outside' or balance >= 0)
);

-- A movement from one place to another: what leaves one reaches the other, so every entry balances.
create table ledger_entry (
  organization_id uuid not null references organization on delete cascade,
  entry_id uuid not null,
  -- From 1, without a gap, in each unit.
  position bigint not null check (position > 0),
  unit text not null,
  from_place text not null,
  to_place text not null,
  amount bigint not null check (amount > 0),
  -- The balances after it.
  from_balance bigint not null,
  to_balance bigint not null,
  cause text not null check (cause in (
    'trial', 'recharge', 'purchase', 'payment', 'grant', 'refund', 'broadcast', 'adPlacement', 'reservation', 'release')),
  -- The same movement asked for again is made once.
  idempotency_key text not null,
  order_id uuid,
  reservation_id uuid,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, entry_id),
  unique (organization_id, idempotency_key),
  unique (organization_id, unit, position),
  check (from_place <> to_place)
);
create index ledger_entry_newest on ledger_entry (organization_id, unit, created_at desc, entry_id desc);
create index ledger_entry_spent on ledger_entry (organization_id, created_at desc, entry_id desc) where to_place = 'used';

-- An amount that is kept for something under way. What is left of it returns when it is closed.
create table ledger_reservation (
  organization_id uuid not null references organization on delete cascade,
  reservation_id uuid not null,
  unit text not null,
  cause text not null,
  amount bigint not null check (amount > 0),
  left_amount bigint not null check (left_amount between 0 and amount),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (organization_id, reservation_id),
  check (closed_at is null or left_amount = 0)
);
create index ledger_reservation_open on ledger_reservation (organization_id, created_at) where closed_at is null;

create function refuse_ledger_change() returns trigger language plpgsql as $body$
begin
  -- An organisation that is being removed takes its entries along.
  if tg_op = 'DELETE' and not exists (
    select from organization where organization_id = old.organization_id and deactivated_at is null) then
    return old;
  end if;
  raise exception 'Entries of the ledger are never changed' using errcode = 'restrict_violation';
end $body$;
create trigger never_changed before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();

-- The nightly comparison of balances and entries: one row a day, of the process that does it.
create table ledger_check (
  checked_on date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  organizations integer not null default 0,
  problems jsonb not null default '[]'
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ledger).execute(db);
  for (const table of ["ledger_balance", "ledger_entry", "ledger_reservation"]) await protectTenantTable(db, table);
  await openToSystem(db, "ledger_balance", "read");
}
