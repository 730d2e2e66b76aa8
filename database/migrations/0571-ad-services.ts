import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const orders = `
alter table plan_order drop constraint plan_order_kind_check;
alter table plan_order add constraint plan_order_kind_check
  check (kind in ('subscription', 'upgrade', 'broadcast', 'recharge', 'adPlacement'));
alter table plan_price drop constraint plan_price_kind_check;
alter table plan_price add constraint plan_price_kind_check
  check (kind in ('subscription', 'broadcast', 'message', 'graphic'));
insert into plan_price
  (price_id, kind, plan, currency, paid_months, granted_months, amount_minor, messages, valid_from) values
  ('01930000-0000-7000-8000-0000000f0031', 'graphic', null, 'HKD', 1, 1, 48000, 0, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0032', 'graphic', null, 'TWD', 1, 1, 198000, 0, '2026-01-01');
`;

const services = `
-- Ads that our people place for an organisation, and pictures that they make for them.
create table ad_service (
  organization_id uuid not null references organization on delete cascade,
  service_id uuid not null,
  type text not null check (type in ('leads', 'traffic', 'graphic')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  text text not null default '',
  image_file_ids uuid[] not null default '{}',
  -- Null while it is not paid.
  status text check (status in ('waiting', 'running', 'finished', 'stopped')),
  -- What of the ad budget it keeps.
  reservation_id uuid,
  started_at timestamptz,
  ended_at timestamptz,
  agreed_at timestamptz,
  agreed_by uuid,
  -- What came of it, in the words and figures of our people.
  report jsonb,
  reported_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, service_id)
);
create unique index ad_service_identity on ad_service (service_id);
create index ad_service_newest on ad_service (organization_id, created_at desc, service_id desc) where status is not null;
create index ad_service_open on ad_service (created_at, service_id) where status in ('waiting', 'running');
create index ad_service_standing on ad_service (status, created_at desc, service_id desc);
create index organization_by_age on organization (created_at desc, organization_id desc);
`;

const grants = `
-- What our people gave an organisation, and why.
create table plan_grant (
  organization_id uuid not null references organization on delete cascade,
  grant_id uuid not null,
  kind text not null check (kind in ('days', 'message', 'money', 'adBudget')),
  amount numeric(14, 2) not null check (amount > 0),
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, grant_id)
);
`;

const centres = `
-- What the people who run the product see of an organisation: its plan, its use and its money. Follows the reader's own
-- rights: the system sees all of them.
create view plan_centre with (security_invoker = true) as
  select o.organization_id, o.name, o.country, o.membership, o.expires_at, o.created_at, l.plan,
    (select p.currency from plan_order p where p.organization_id = o.organization_id order by p.created_at limit 1) as currency,
    (select count(*) from plan_order p where p.organization_id = o.organization_id and p.status = 'pending')::integer as open_orders,
    (select count(*) from account a where a.organization_id = o.organization_id and a.status = 1)::integer as staff,
    (select count(*) from branch b where b.organization_id = o.organization_id and b.status = 1)::integer as branches,
    coalesce((select s.bytes from storage_use s where s.organization_id = o.organization_id), 0)::bigint as storage_bytes,
    l.staff as staff_limit, l.branches as branch_limit, l.storage_bytes as storage_limit
  from organization o
  left join lateral (select * from plan_limit l where l.organization_id = o.organization_id) l on true;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [orders, services, grants, centres]) await sql.raw(statements).execute(db);
  for (const table of ["ad_service", "plan_grant"]) await protectTenantTable(db, table);
  for (const table of ["ad_service", "storage_use"]) await openToSystem(db, table, "read");
}
