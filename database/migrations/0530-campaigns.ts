import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** What brought people who pressed an ad and wrote to us at once. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "message_from_ad", definition: "on message (organization_id, sent_at) where referral is not null" },
];

const campaigns = `
-- An ad account at a platform, as its connection names it.
create table ad_account (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  platform text not null check (platform in ('meta')),
  external_id text not null,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null,
  -- Null: only those who see the whole organisation see it.
  branch_id uuid,
  -- 1: its campaigns and figures are fetched.
  status smallint not null default 0 check (status in (0, 1)),
  problem text,
  -- When figures were last asked for, when those of four weeks were, and when all of them had come.
  asked_at timestamptz,
  fully_asked_at timestamptz,
  synced_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, account_id),
  unique (organization_id, platform, external_id),
  foreign key (organization_id, branch_id) references branch on delete set null (branch_id)
);
create index ad_account_branch on ad_account (organization_id, branch_id);
create index ad_account_to_sync on ad_account (asked_at nulls first) where status = 1;

-- A campaign, ad set or ad.
create table ad_item (
  organization_id uuid not null,
  item_id uuid not null,
  account_id uuid not null,
  level text not null check (level in ('campaign', 'adset', 'ad')),
  external_id text not null,
  campaign_id uuid,
  adset_id uuid,
  name text not null,
  status text not null check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED')),
  primary key (organization_id, item_id),
  unique (organization_id, account_id, level, external_id),
  foreign key (organization_id, account_id) references ad_account on delete cascade,
  foreign key (organization_id, campaign_id) references ad_item on delete cascade,
  foreign key (organization_id, adset_id) references ad_item on delete cascade,
  check ((campaign_id is null) = (level = 'campaign')),
  check ((adset_id is null) = (level <> 'ad'))
);
create index ad_item_of_campaign on ad_item (organization_id, campaign_id);
create index ad_item_of_adset on ad_item (organization_id, adset_id);
create index ad_item_at_platform on ad_item (organization_id, external_id) where level = 'ad';

-- The figures of one item on one day, in the account's time zone. Each level has its own: reach does not add up.
create table ad_day (
  organization_id uuid not null,
  item_id uuid not null,
  day date not null,
  impressions bigint not null,
  reach bigint not null,
  clicks bigint not null,
  results numeric(14, 2) not null,
  -- In the account's currency.
  spend numeric(14, 2) not null,
  primary key (organization_id, item_id, day),
  foreign key (organization_id, item_id) references ad_item on delete cascade
);

-- Which page's leads count for which ad, and from when to when.
create table ad_binding (
  organization_id uuid not null,
  binding_id uuid not null,
  ad_id uuid not null,
  page_id uuid not null,
  bound_at timestamptz not null default now(),
  bound_by uuid,
  unbound_at timestamptz,
  unbound_by uuid,
  primary key (organization_id, binding_id),
  foreign key (organization_id, ad_id) references ad_item on delete cascade,
  foreign key (organization_id, page_id) references landing_page on delete cascade
);
create unique index ad_binding_of_ad on ad_binding (organization_id, ad_id) where unbound_at is null;
create unique index ad_binding_of_page on ad_binding (organization_id, page_id) where unbound_at is null;
create index ad_binding_ad on ad_binding (organization_id, ad_id);
create index ad_binding_page on ad_binding (organization_id, page_id);

-- A part of what is to be fetched of an account: the list of its items, or one level's figures of some days.
create table ad_sync_step (
  organization_id uuid not null,
  step_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('items', 'campaign', 'adset', 'ad')),
  first_day date not null,
  last_day date not null,
  -- The report that the platform is making, and since when.
  report_id text,
  reported_at timestamptz,
  attempts smallint not null default 0,
  -- Not before; a step that is worked on is put off, so that it is taken up again after a crash.
  due_at timestamptz not null,
  primary key (organization_id, step_id),
  unique (organization_id, account_id, kind, first_day, last_day),
  foreign key (organization_id, account_id) references ad_account on delete cascade,
  check ((report_id is null) = (reported_at is null))
);
create index ad_sync_step_due on ad_sync_step (due_at);
`;

const views = `
-- Who came by which ad, and when: by its form, by the page that is bound to it, or by a message that it opened.
create view ad_touch with (security_invoker = true) as
  select form.organization_id, form.lead_id, item.item_id as ad_id, item.adset_id, item.campaign_id, form.created_at as at
  from ad_lead form
  join ad_item item on item.organization_id = form.organization_id and item.external_id = form.ad_id and item.level = 'ad'
  where form.state = 'done' and form.source = 'meta' and form.lead_id is not null
  union all
  select entry.organization_id, entry.lead_id, item.item_id, item.adset_id, item.campaign_id, entry.created_at
  from landing_entry entry
  join ad_binding binding on binding.organization_id = entry.organization_id and binding.page_id = entry.page_id
    and entry.created_at >= binding.bound_at and entry.created_at < coalesce(binding.unbound_at, 'infinity')
  join ad_item item on item.organization_id = binding.organization_id and item.item_id = binding.ad_id
  where entry.lead_id is not null
  union all
  select click.organization_id, click.lead_id, item.item_id, item.adset_id, item.campaign_id, click.created_at
  from landing_click click
  join ad_binding binding on binding.organization_id = click.organization_id and binding.page_id = click.page_id
    and click.created_at >= binding.bound_at and click.created_at < coalesce(binding.unbound_at, 'infinity')
  join ad_item item on item.organization_id = binding.organization_id and item.item_id = binding.ad_id
  where click.lead_id is not null
  union all
  select message.organization_id, conversation.lead_id, item.item_id, item.adset_id, item.campaign_id, message.sent_at
  from message
  join conversation on conversation.organization_id = message.organization_id
    and conversation.conversation_id = message.conversation_id
  join ad_item item on item.organization_id = message.organization_id
    and item.external_id = message.referral ->> 'sourceId' and item.level = 'ad'
  where message.referral is not null;

-- What became of a lead, and what it paid.
create view ad_outcome with (security_invoker = true) as
  select organization_id, lead_id, talked_at, trial_booked_at, trial_attended_at, deal_at
  from lead where deleted_at is null;
create view ad_sale with (security_invoker = true) as
  select organization_id, lead_id, currency, paid_minor - refunded_minor as income_minor, created_at
  from sale_order where lead_id is not null and paid_minor > refunded_minor;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(campaigns).execute(db);
  await sql.raw(views).execute(db);
  for (const table of ["ad_account", "ad_item", "ad_day", "ad_binding", "ad_sync_step"])
    await protectTenantTable(db, table);
  // Accounts of all organisations take turns in being fetched.
  await openToSystem(db, "ad_account", "write");
  await openToSystem(db, "ad_sync_step", "write");
}
