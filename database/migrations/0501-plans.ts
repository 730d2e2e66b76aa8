import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const prices = `
-- What a plan allows, from a day on. The same for every organisation.
create table plan_terms (
  plan text not null check (plan in ('trial', 'basic', 'advanced')),
  valid_from date not null,
  storage_bytes bigint not null check (storage_bytes >= 0),
  -- Images that may be made in a calendar month.
  images integer not null check (images >= 0),
  staff integer not null check (staff > 0),
  branches integer not null check (branches > 0),
  primary key (plan, valid_from)
);

-- What is sold, in which currency, from one day to another. A month is 30 days.
create table plan_price (
  price_id uuid primary key,
  kind text not null check (kind in ('subscription', 'broadcast')),
  -- Null: a package of messages.
  plan text check (plan in ('basic', 'advanced')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_months integer not null check (paid_months > 0),
  granted_months integer not null check (granted_months >= paid_months),
  amount_minor bigint not null check (amount_minor > 0),
  -- Messages for each granted month.
  messages integer not null default 0 check (messages >= 0),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  check ((kind = 'subscription') = (plan is not null))
);
create unique index plan_price_start on plan_price (kind, coalesce(plan, ''), currency, paid_months, valid_from);

insert into plan_terms (plan, valid_from, storage_bytes, images, staff, branches) values
  ('trial', '2026-01-01', 2147483648, 30, 10, 2),
  ('basic', '2026-01-01', 214748364800, 200, 30, 5),
  ('advanced', '2026-01-01', 214748364800, 600, 200, 50);

insert into plan_price
  (price_id, kind, plan, currency, paid_months, granted_months, amount_minor, messages, valid_from) values
  ('01930000-0000-7000-8000-0000000f0001', 'subscription', 'basic', 'HKD', 1, 1, 38800, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0002', 'subscription', 'basic', 'HKD', 12, 14, 465600, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0003', 'subscription', 'advanced', 'HKD', 1, 1, 88800, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0004', 'subscription', 'advanced', 'HKD', 12, 14, 1065600, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0005', 'broadcast', null, 'HKD', 1, 1, 78000, 1000, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0006', 'broadcast', null, 'HKD', 10, 12, 780000, 1000, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0011', 'subscription', 'basic', 'TWD', 1, 1, 158000, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0012', 'subscription', 'basic', 'TWD', 12, 14, 1896000, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0013', 'subscription', 'advanced', 'TWD', 1, 1, 358000, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0014', 'subscription', 'advanced', 'TWD', 12, 14, 4296000, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0015', 'broadcast', null, 'TWD', 1, 1, 318000, 1000, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0016', 'broadcast', null, 'TWD', 10, 12, 3180000, 1000, '2026-01-01');
`;

const orders = `
-- The organisation that sells plans: it has the payment platforms, and its people confirm transfers. One at most.
create table plan_seller (
  organization_id uuid primary key references organization on delete cascade
);
create unique index plan_seller_only on plan_seller ((true));

-- What an organisation buys for itself. The money of it is an order of the seller with the same id.
create table plan_order (
  organization_id uuid not null references organization on delete cascade,
  order_id uuid not null,
  seller_id uuid not null references organization,
  -- Null for a moment: the seller's order is made after this row.
  order_number text,
  kind text not null check (kind in ('subscription', 'upgrade', 'broadcast', 'recharge')),
  plan text check (plan in ('basic', 'advanced')),
  price_id uuid references plan_price,
  paid_months integer not null default 0,
  granted_months integer not null default 0,
  messages integer not null default 0,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  pay_method text not null check (pay_method in ('paypal', 'card', 'bankTransfer')),
  title text not null,
  status text not null default 'pending' check (status in ('pending', 'paid', 'closed', 'cancelled', 'refunded')),
  confirm_status text not null default 'unconfirmed' check (confirm_status in ('unconfirmed', 'confirmed', 'rejected')),
  has_image boolean not null default false,
  expires_at timestamptz,
  -- When what was bought was given.
  given_at timestamptz,
  taken_back_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  primary key (organization_id, order_id)
);
create unique index plan_order_identity on plan_order (order_id);
create index plan_order_newest on plan_order (organization_id, created_at desc, order_id desc);
create index plan_order_waiting on plan_order (created_at) where status = 'pending';
create index plan_order_of_seller on plan_order (seller_id);
create index plan_order_price on plan_order (price_id);

-- A stretch of time on a plan. Those of an organisation follow each other without a gap or an overlap.
create table plan_period (
  organization_id uuid not null references organization on delete cascade,
  period_id uuid not null,
  plan text not null check (plan in ('basic', 'advanced')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  -- What its days cost together; for its remaining days a part by the day.
  days integer not null check (days > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  -- The terms whose price it has: an upgrade takes the same ones.
  paid_months integer not null,
  granted_months integer not null,
  order_id uuid,
  -- The upgrade that it comes from, the plan before, and what its days cost on that one.
  upgrade_order_id uuid,
  upgraded_from text check (upgraded_from in ('basic', 'advanced')),
  base_amount_minor bigint,
  primary key (organization_id, period_id)
);
create index plan_period_end on plan_period (organization_id, ends_at desc);
create index plan_period_running on plan_period (ends_at);
create index plan_period_order on plan_period (organization_id, order_id);
`;

const uses = `
-- The bytes of all files of an organisation, kept up by every change of a file.
create table storage_use (
  organization_id uuid primary key references organization on delete cascade,
  bytes bigint not null default 0
);
create function count_stored_file() returns trigger language plpgsql security definer set search_path from current as $body$
declare
  changed bigint := case when tg_op = 'DELETE' then 0 else new.size end - case when tg_op = 'INSERT' then 0 else old.size end;
  owner_id uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  if changed <> 0 then
    if tg_op = 'DELETE' then
      update storage_use set bytes = bytes + changed where organization_id = owner_id;
    else
      insert into storage_use (organization_id, bytes) values (owner_id, changed)
        on conflict (organization_id) do update set bytes = storage_use.bytes + changed;
    end if;
  end if;
  return null;
end $body$;
insert into storage_use (organization_id, bytes)
  select organization_id, sum(size) from stored_file group by organization_id;
create trigger count_storage after insert or delete or update of size on stored_file
  for each row execute function count_stored_file();

-- What counts towards the limits of a plan. Follows the reader's own rights.
create view plan_use with (security_invoker = true) as
  select organization_id,
    coalesce((select bytes from storage_use s where s.organization_id = o.organization_id), 0)::bigint as storage_bytes,
    (select count(*) from account a where a.organization_id = o.organization_id and a.status = 1)::integer as staff,
    (select count(*) from branch b where b.organization_id = o.organization_id and b.status = 1)::integer as branches,
    coalesce((select images from ai_image_usage i where i.organization_id = o.organization_id
      and i.month = date_trunc('month', now() at time zone o.time_zone)::date), 0) as images
  from organization o;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(prices).execute(db);
  await sql.raw(orders).execute(db);
  await sql.raw(uses).execute(db);
  for (const table of ["plan_seller", "plan_order", "plan_period", "storage_use"]) await protectTenantTable(db, table);
  for (const table of ["plan_seller", "plan_order", "plan_period"]) await openToSystem(db, table, "read");
}
