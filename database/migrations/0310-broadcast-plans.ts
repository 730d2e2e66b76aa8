import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
create table broadcast_plan (
  organization_id uuid not null references organization on delete cascade,
  plan_id uuid not null,
  name text not null,
  -- Null only in a draft.
  channel_id uuid,
  branch_id uuid,
  template_id uuid,
  -- By the key of a place: {source, text}.
  variables jsonb not null default '{}',
  list_ids uuid[] not null default '{}',
  -- A lead query of the plan's own; null: none.
  filter jsonb,
  -- E.164 digits without the plus.
  numbers text[] not null default '{}',
  -- The reach of the person who made it, for its lists and filter.
  reach_branch_id uuid,
  reach_owner_id uuid,
  -- The plan whose recipients these are again, and which of them.
  source_id uuid,
  source_part text check (source_part in ('all', 'failed')),
  state text not null check (state in ('draft', 'pending', 'running', 'completed', 'cancelled', 'failed')),
  schedule_at timestamptz,
  paused_at timestamptz,
  -- Null: the product paused it, for pause_reason.
  paused_by uuid,
  pause_reason text,
  problem text,
  -- Kept with each change of a recipient, so that nothing is counted to show them.
  total int not null default 0,
  excluded int not null default 0,
  accepted int not null default 0,
  delivered int not null default 0,
  read int not null default 0,
  replied int not null default 0,
  failed int not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, plan_id),
  -- A channel whose plans are kept cannot be removed; it is stopped instead.
  foreign key (organization_id, channel_id) references channel,
  foreign key (organization_id, source_id) references broadcast_plan
);
create unique index broadcast_plan_identity on broadcast_plan (plan_id);
create index broadcast_plan_newest on broadcast_plan (organization_id, created_at desc, plan_id desc)
  where deleted_at is null;
create index broadcast_plan_channel on broadcast_plan (organization_id, channel_id);
create index broadcast_plan_source on broadcast_plan (organization_id, source_id) where source_id is not null;
create index broadcast_plan_active on broadcast_plan (schedule_at) where state in ('pending', 'running');
create index broadcast_plan_started on broadcast_plan (organization_id, started_at) where started_at is not null;

create table broadcast_recipient (
  organization_id uuid not null,
  plan_id uuid not null,
  recipient_id bigint generated always as identity,
  lead_id uuid,
  -- E.164 digits without the plus; null: the lead has no number, and is excluded.
  phone text,
  state text not null
    check (state in ('excluded', 'waiting', 'queued', 'unsure', 'accepted', 'sent', 'delivered', 'read', 'failed')),
  -- Why it is excluded, or why it failed: one of the contract's failure reasons.
  reason text,
  message_id uuid,
  queued_at timestamptz,
  accepted_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  failed_at timestamptz,
  primary key (organization_id, plan_id, recipient_id),
  foreign key (organization_id, plan_id) references broadcast_plan on delete cascade
);
create unique index broadcast_recipient_message on broadcast_recipient (organization_id, message_id)
  where message_id is not null;
create index broadcast_recipient_state on broadcast_recipient (organization_id, plan_id, state, recipient_id);
create index broadcast_recipient_lead on broadcast_recipient (organization_id, lead_id) where lead_id is not null;
create index broadcast_recipient_silent on broadcast_recipient (queued_at)
  where state in ('unsure', 'accepted', 'sent');

-- What became of a plan's messages since the recipients were last brought up to date.
create table broadcast_news (
  organization_id uuid not null references organization on delete cascade,
  news_id bigint generated always as identity,
  plan_id uuid not null,
  message_id uuid not null,
  -- When the customer wrote; null: the message's own state changed.
  replied_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, news_id)
);

-- A message that a plan sent.
alter table message add column broadcast_plan_id uuid;

create function broadcast_message_changed() returns trigger language plpgsql as $$ begin
  insert into broadcast_news (organization_id, plan_id, message_id)
  values (new.organization_id, new.broadcast_plan_id, new.message_id);
  return null;
end $$;
create trigger broadcast_message_changed after update of state on message for each row
  when (new.broadcast_plan_id is not null and new.state is distinct from old.state)
  execute function broadcast_message_changed();

-- An answer within seven days counts for the plan's message. The index message_with_template finds it.
create function broadcast_message_answered() returns trigger language plpgsql as $$ begin
  insert into broadcast_news (organization_id, plan_id, message_id, replied_at)
  select one.organization_id, sent.broadcast_plan_id, sent.message_id, one.sent_at
  from added one
  join message sent on sent.organization_id = one.organization_id and sent.contact_id = one.contact_id
    and sent.kind = 'template' and sent.broadcast_plan_id is not null
    and sent.sent_at > one.sent_at - interval '7 days' and sent.sent_at < one.sent_at
  where one.direction = 'in' and one.kind <> 'system';
  return null;
end $$;
create trigger broadcast_message_answered after insert on message referencing new table as added
  for each statement execute function broadcast_message_answered();

create table broadcast_setting (
  organization_id uuid not null references organization on delete cascade,
  -- Messages in a calendar month; null: as many as one likes.
  monthly_limit int check (monthly_limit > 0),
  -- Shares of the limit, in percent, at which people are warned.
  warning_levels int[] not null default '{80, 95}',
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (organization_id)
);

-- What the provider asks for a message, in millionths of the currency's unit: less than a cent is usual.
create table broadcast_price (
  organization_id uuid not null references organization on delete cascade,
  price_id uuid not null,
  country text not null,
  category text not null check (category in ('utility', 'marketing')),
  currency text not null,
  unit_micros bigint not null check (unit_micros >= 0),
  valid_from date not null,
  valid_to date,
  primary key (organization_id, price_id),
  check (valid_to is null or valid_to >= valid_from)
);
create unique index broadcast_price_once on broadcast_price (organization_id, country, category, valid_from);

-- What broadcasts read of the modules that keep leads and conversations.
create view broadcast_message with (security_invoker = true) as
  select organization_id, message_id, contact_id, state, error_reason, sent_at,
    details -> 'template' ->> 'category' as category
  from message where kind = 'template' and direction = 'out';
create view broadcast_contact with (security_invoker = true) as
  select organization_id, channel_id, contact_id, phone, blocked_at, marketing_stopped_at, last_inbound_at
  from channel_contact;
create view broadcast_lead with (security_invoker = true) as
  select organization_id, lead_id, branch_id, sales_id, tutor_id, nickname, phone_e164, deleted_at from lead;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of [
    "broadcast_plan",
    "broadcast_recipient",
    "broadcast_news",
    "broadcast_setting",
    "broadcast_price",
  ]) {
    await protectTenantTable(db, table);
  }
  for (const table of ["broadcast_plan", "broadcast_recipient", "broadcast_news"])
    await openToSystem(db, table, "read");
}
