import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const splits = `
alter table landing_day add column view_count integer not null default 0;
-- Which version a visitor saw; null: from before versions were recorded.
alter table landing_click add column version_id uuid;
alter table landing_entry add column version_id uuid;

-- Two versions of a page that visitors see by turns. a: what was live at the beginning. b: the draft of that moment.
create table landing_split (
  organization_id uuid not null,
  split_id uuid not null,
  page_id uuid not null,
  a_version_id uuid not null,
  b_version_id uuid not null,
  -- The revision of the draft that b was made of.
  revision integer not null,
  a_views integer not null default 0,
  b_views integer not null default 0,
  started_by uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- What stayed; null while it runs, and when it ended because something else was published.
  kept text check (kept in ('a', 'b')),
  primary key (organization_id, split_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade,
  foreign key (organization_id, a_version_id) references landing_version on delete cascade,
  foreign key (organization_id, b_version_id) references landing_version on delete cascade,
  check (kept is null or ended_at is not null)
);
create unique index landing_split_running on landing_split (organization_id, page_id) where ended_at is null;
create index landing_split_of_page on landing_split (organization_id, page_id, started_at);
create index landing_split_a on landing_split (organization_id, a_version_id);
create index landing_split_b on landing_split (organization_id, b_version_id);

-- What ads that are bound to a page have spent while they were bound, by currency.
create view ad_page_spend with (security_invoker = true) as
  select binding.organization_id, binding.page_id, account.currency, sum(day.spend)::float8 as spend
  from ad_binding binding
  join ad_item item on item.organization_id = binding.organization_id and item.item_id = binding.ad_id
  join ad_account account on account.organization_id = item.organization_id and account.account_id = item.account_id
  join ad_day day on day.organization_id = item.organization_id and day.item_id = item.item_id
    and day.day >= (binding.bound_at at time zone account.time_zone)::date
    and day.day <= (coalesce(binding.unbound_at, now()) at time zone account.time_zone)::date
  group by binding.organization_id, binding.page_id, account.currency;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(splits).execute(db);
  await protectTenantTable(db, "landing_split");
}
