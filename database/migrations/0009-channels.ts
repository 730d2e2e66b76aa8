import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const channels = `
-- A branch's WhatsApp number or LINE account. external_id is the provider's id of it (phone_number_id).
create table channel (
  organization_id uuid not null references organization on delete cascade,
  channel_id uuid not null,
  branch_id uuid not null,
  kind text not null check (kind in ('whatsapp', 'line')),
  name text not null,
  external_id text not null,
  settings jsonb not null default '{}',
  -- AES-256-GCM of the secrets' JSON; never leaves the server.
  secrets bytea not null,
  is_sandbox boolean not null default false,
  status smallint not null default 1 check (status in (0, 1)),
  -- Set when the provider refuses our token or has restricted the number; nothing is sent until it is cleared.
  stopped_at timestamptz,
  stopped_reason text,
  -- WhatsApp's decisions about the business account: {state, at, detail, restrictions}; null: none. Each restriction
  -- says what it limits and until when; an expired one has no effect.
  account_state jsonb,
  -- Token bucket: what may be sent right now, as of send_tokens_at.
  send_tokens double precision not null default 80,
  send_tokens_at timestamptz not null default now(),
  -- A LINE account's monthly quota as LINE last said it; null: not limited, or not known yet.
  quota_limit integer,
  quota_used integer,
  quota_at timestamptz,
  created_at timestamptz not null default now(),
  -- Of two people that save the settings, the later one is told.
  version int not null default 1,
  primary key (organization_id, channel_id),
  foreign key (organization_id, branch_id) references branch
);
create unique index channel_external on channel (kind, external_id);
create index channel_business_account on channel ((settings ->> 'businessAccountId')) where kind = 'whatsapp';
create unique index channel_line_of_branch on channel (organization_id, branch_id) where kind = 'line';

-- A person in a channel. Keyed by the provider's id of them, or their number when the provider gives none.
create table channel_contact (
  organization_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  lead_id uuid not null,
  provider_user_id text,
  phone text,
  profile_name text not null default '',
  username text not null default '',
  last_inbound_at timestamptz,
  window_ends_at timestamptz,
  ad_window_ends_at timestamptz,
  blocked_at timestamptz,
  marketing_stopped_at timestamptz,
  -- When they last said whether they want marketing, yes or no: an event that arrives late must not undo it.
  marketing_said_at timestamptz,
  -- Earliest time for the next message to this person (pair rate), and the burst already used.
  pair_tokens double precision not null default 45,
  pair_tokens_at timestamptz not null default now(),
  -- Answering within a minute of an event is free at LINE: the token of the latest event, cleared by its first use.
  reply_token text,
  reply_token_at timestamptz,
  -- When they last became our friend or blocked us: events come in any order.
  relation_changed_at timestamptz,
  -- The picture that their profile had when it was last asked for.
  profile_asked_at timestamptz,
  -- The welcome message goes out once, whoever sends it.
  welcomed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id),
  check (provider_user_id is not null or phone is not null),
  foreign key (organization_id, channel_id) references channel on delete cascade,
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create unique index channel_contact_user on channel_contact (organization_id, channel_id, provider_user_id) where provider_user_id is not null;
create unique index channel_contact_phone on channel_contact (organization_id, channel_id, phone) where phone is not null;
create index channel_contact_lead on channel_contact (organization_id, lead_id);
`;

const deliveries = `
-- What a provider told us, as it came, one row an event; kept so that nothing acknowledged is lost.
create table inbound_delivery (
  organization_id uuid not null references organization on delete cascade,
  delivery_id bigint generated always as identity,
  channel_id uuid not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  -- Why it could not be processed, for staff; set with given_up_at once tries are exhausted.
  problem text,
  given_up_at timestamptz,
  primary key (organization_id, delivery_id),
  foreign key (organization_id, channel_id) references channel on delete cascade
);
create unique index inbound_delivery_event on inbound_delivery (organization_id, channel_id, event_id);
create index inbound_delivery_waiting on inbound_delivery (delivery_id) where processed_at is null and given_up_at is null;
-- When a channel last heard from its provider.
create index inbound_delivery_latest on inbound_delivery (organization_id, channel_id, delivery_id desc);
create index inbound_delivery_given_up on inbound_delivery (organization_id, delivery_id desc) where given_up_at is not null;

-- A commit with deliveries wakes the processing at once; it polls as well.
create function inbound_delivery_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('inbound_delivery', ''); return null; end $$;
create trigger inbound_delivery_wake after insert on inbound_delivery
  for each statement execute function inbound_delivery_wake();

-- A status, reaction or edit that came before the message it refers to; applied when the message is there. For a
-- preference of an unknown person provider_message_id is 'person:' and their id or number.
create table early_event (
  organization_id uuid not null references organization on delete cascade,
  early_event_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, early_event_id)
);
create index early_event_message on early_event (organization_id, channel_id, provider_message_id);
create index early_event_age on early_event (created_at);

-- Deliveries for numbers and accounts that no channel has yet. They belong to no organisation, and nothing in them is
-- trusted: the signature can be checked only with the secret of the channel that is connected later.
create table unclaimed_delivery (
  delivery_id bigint generated always as identity primary key,
  kind text not null check (kind in ('whatsapp', 'line')),
  -- What the body or its address names: numbers, business accounts, LINE channels.
  names text[] not null,
  signature text not null,
  body bytea not null,
  bytes integer not null,
  received_at timestamptz not null default clock_timestamp()
);
create index unclaimed_delivery_names on unclaimed_delivery using gin (names);
create index unclaimed_delivery_old on unclaimed_delivery (received_at);

alter table unclaimed_delivery enable row level security;
`;

const texts = `
-- A text that WhatsApp has to approve before it is sent. It belongs to a business account, of which numbers of several
-- branches may be.
create table message_template (
  organization_id uuid not null references organization on delete cascade,
  template_id uuid not null,
  business_account_id text not null,
  name text not null,
  language text not null,
  category text not null check (category in ('utility', 'marketing')),
  usage text not null default 'both' check (usage in ('both', 'chat', 'broadcast')),
  -- What is written now, and what was last approved: that one is sent while the other is being reviewed.
  content jsonb not null,
  approved_content jsonb,
  open_status smallint not null default 1 check (open_status in (0, 1)),
  review_status text not null default 'draft' check (review_status in ('draft', 'pending', 'approved', 'rejected')),
  reject_reason text,
  reject_detail text not null default '',
  -- Stopped by WhatsApp although it was approved.
  stopped text check (stopped in ('paused', 'disabled', 'refused')),
  provider_id text,
  submitted_at timestamptz,
  -- When WhatsApp had it. Under review without this: it is being handed over, or the process that did it died.
  handed_over_at timestamptz,
  -- When WhatsApp accepted new texts of the approved template: it takes one in 24 hours and ten in 30 days.
  revised_at timestamptz[] not null default '{}',
  checked_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, template_id)
);
create unique index message_template_name on message_template (organization_id, business_account_id, name, language)
  where deleted_at is null;
create index message_template_newest on message_template (organization_id, created_at desc, template_id desc)
  where deleted_at is null;
create index message_template_under_review on message_template (submitted_at) where review_status = 'pending';
-- WhatsApp may end a pause without an event, so paused ones are checked.
create index message_template_paused on message_template (checked_at) where stopped = 'paused';

-- What a branch says to a person who adds its account as a friend.
create table welcome_message (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  -- [{kind: text, text} | {kind: image, fileID}], in their order.
  segments jsonb not null default '[]',
  -- [{label, kind: message | link, value}], below the last segment.
  buttons jsonb not null default '[]',
  mode text not null default 'automatic' check (mode in ('automatic', 'manual')),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch
);

-- Access of a branch to the backup service, where its group chats are read.
create table backup_setting (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  phone_id text not null,
  product_id text not null,
  -- AES-256-GCM of the secrets' JSON; never leaves the server.
  secrets bytea not null,
  verified_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
`;

const tenantTables = [
  "channel",
  "channel_contact",
  "inbound_delivery",
  "early_event",
  "message_template",
  "welcome_message",
  "backup_setting",
];

const readBySystem = ["channel", "message_template"];

const writtenBySystem = ["inbound_delivery", "early_event", "unclaimed_delivery"];

/** Channels of WhatsApp and LINE, the people in them, what providers delivered, and the texts kept for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [channels, deliveries, texts]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
