import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
-- The dataset at Meta that learns of the stages which leads reach.
create table conversion_setting (
  organization_id uuid primary key references organization on delete cascade,
  dataset_id text not null,
  secrets bytea not null,
  status smallint not null check (status in (0, 1)),
  -- Stages that were reached before are not sent.
  since timestamptz not null default now(),
  -- Why Meta takes nothing; null: it does.
  problem text,
  -- Not before; while a process works on it, it is put off, so that another takes it up after a crash.
  due_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index conversion_setting_due on conversion_setting (due_at) where status = 1;

-- A stage that a lead of Meta's reached, on its way to Meta.
create table conversion_event (
  organization_id uuid not null references organization on delete cascade,
  event_id uuid not null,
  lead_id uuid not null,
  branch_id uuid not null,
  stage text not null check (stage in ('lead', 'conversation', 'trialBooked', 'trialAttended', 'deal')),
  -- How the lead came: a lead form, a page with fbclid, a message that an ad opened.
  kind text not null check (kind in ('form', 'page', 'message')),
  -- The id of the lead at Meta, fbclid, or ctwa_clid; and the WhatsApp business account of a message.
  click text not null,
  account text not null default '',
  clicked_at timestamptz not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  problem text,
  -- What Meta said.
  detail text not null default '',
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, event_id),
  foreign key (organization_id, lead_id) references lead on delete cascade,
  -- A stage is sent once, however often it is reached.
  unique (organization_id, lead_id, stage),
  check ((state = 'failed') = (problem is not null))
);
create index conversion_event_waiting on conversion_event (organization_id, due_at) where state = 'waiting';
create index conversion_event_newest on conversion_event (organization_id, created_at desc, event_id desc);
`;

const views = `
-- How leads came from Meta, with what Meta knows each by.
create view ad_meta_click with (security_invoker = true) as
  select organization_id, lead_id, 'form' as kind, external_id as click, '' as account, created_at as at
  from ad_lead where source = 'meta' and state = 'done' and lead_id is not null
  union all
  select organization_id, lead_id, 'page', source ->> 'fbclid', '', created_at
  from landing_click where lead_id is not null and source ->> 'fbclid' <> ''
  union all
  select organization_id, lead_id, 'page', source ->> 'fbclid', '', created_at
  from landing_entry where lead_id is not null and source ->> 'fbclid' <> ''
  union all
  select message.organization_id, conversation.lead_id, 'message', message.referral ->> 'clickId',
    coalesce(channel.settings ->> 'businessAccountId', ''), message.sent_at
  from message
  join conversation on conversation.organization_id = message.organization_id
    and conversation.conversation_id = message.conversation_id
  join channel on channel.organization_id = message.organization_id and channel.channel_id = message.channel_id
  where message.referral is not null and message.referral ->> 'clickId' <> '';

-- What Meta recognises a person by.
create view ad_person with (security_invoker = true) as
  select organization_id, lead_id, branch_id, nickname, email_key, phone_e164 from lead where deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(views).execute(db);
  for (const table of ["conversion_setting", "conversion_event"]) await protectTenantTable(db, table);
  // Settings of all organisations take turns.
  await openToSystem(db, "conversion_setting", "write");
}
