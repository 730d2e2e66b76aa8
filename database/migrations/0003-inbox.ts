import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
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
  -- Token bucket: what may be sent right now, as of send_tokens_at.
  send_tokens double precision not null default 80,
  send_tokens_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, channel_id),
  foreign key (organization_id, branch_id) references branch
);
create unique index channel_external on channel (kind, external_id);
create index channel_business_account on channel ((settings ->> 'businessAccountId')) where kind = 'whatsapp';

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

-- A commit with deliveries wakes those who process them at once; they poll as well.
create function inbound_delivery_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('inbound_delivery', ''); return null; end $$;
create trigger inbound_delivery_wake after insert on inbound_delivery
  for each statement execute function inbound_delivery_wake();

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
  -- Earliest time for the next message to this person (pair rate), and the burst already used.
  pair_tokens double precision not null default 45,
  pair_tokens_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id),
  check (provider_user_id is not null or phone is not null),
  foreign key (organization_id, channel_id) references channel on delete cascade,
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create unique index channel_contact_user on channel_contact (organization_id, channel_id, provider_user_id) where provider_user_id is not null;
create unique index channel_contact_phone on channel_contact (organization_id, channel_id, phone) where phone is not null;
create index channel_contact_lead on channel_contact (organization_id, lead_id);

-- One per lead, across channels. branch_id and the two people are copies of the lead's, kept in the same transaction,
-- so that the list is one index scan.
create table conversation (
  organization_id uuid not null,
  conversation_id uuid not null,
  lead_id uuid not null,
  branch_id uuid not null,
  sales_id uuid,
  tutor_id uuid,
  -- The contact that wrote last: where a reply goes unless another channel is chosen.
  contact_id uuid not null,
  last_position bigint not null default 0,
  last_message_id uuid,
  last_message_at timestamptz,
  last_direction text check (last_direction in ('in', 'out')),
  last_inbound_at timestamptz,
  -- Messages of the customer after the last one that staff have read.
  unread_count integer not null default 0,
  -- The newest message of ours is sent or delivered but not read.
  customer_unread boolean not null default false,
  window_ends_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- The transaction of the last change: a client that was away asks for everything at or after the one it knows.
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (organization_id, conversation_id),
  foreign key (organization_id, lead_id) references lead on delete cascade,
  foreign key (organization_id, contact_id) references channel_contact
);
create unique index conversation_lead on conversation (organization_id, lead_id);
create index conversation_latest on conversation (organization_id, last_message_at desc, conversation_id desc);
create index conversation_latest_in_branch on conversation (organization_id, branch_id, last_message_at desc, conversation_id desc);
create index conversation_latest_of_sales on conversation (organization_id, sales_id, last_message_at desc, conversation_id desc);
create index conversation_unread on conversation (organization_id, branch_id) where unread_count > 0;
create index conversation_changed on conversation (organization_id, changed_xid);
create index conversation_contact on conversation (organization_id, contact_id);

create table message (
  organization_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  -- Order within the conversation, given under its lock.
  position bigint not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null,
  text text not null default '',
  details jsonb not null default '{}',
  file_id uuid,
  -- The provider's media id of a file, in or out.
  provider_media_id text,
  quoted_provider_id text,
  quoted_id uuid,
  referral jsonb,
  forwarded boolean not null default false,
  edited_at timestamptz,
  revoked_at timestamptz,
  sender_id uuid,
  state text not null check (state in ('received','queued','sending','unsure','accepted','sent','delivered','read','failed')),
  error_class text,
  error_code text,
  error_reason text,
  error_detail text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  -- When the running attempt began: how a crash between sending and recording is found.
  sending_since timestamptz,
  provider_message_id text,
  pricing jsonb,
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The conversation's version at the last change.
  version integer not null,
  primary key (organization_id, message_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);
create unique index message_position on message (organization_id, conversation_id, position);
create unique index message_provider on message (organization_id, channel_id, provider_message_id) where provider_message_id is not null;
create index message_changed on message (organization_id, conversation_id, version);
create index message_waiting on message (organization_id, conversation_id, position) where state in ('queued', 'sending', 'unsure');
create index message_sending on message (sending_since) where state = 'sending';
create index message_queued on message (created_at) where state = 'queued';

-- A reaction belongs to a message; each side has at most one. An empty emoji is one that was taken back: kept, so that
-- an older reaction that arrives late does not come to life again.
create table message_reaction (
  organization_id uuid not null,
  message_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  emoji text not null,
  reacted_at timestamptz not null,
  primary key (organization_id, message_id, direction),
  foreign key (organization_id, message_id) references message on delete cascade
);

-- A status, reaction or edit that came before the message it speaks of; applied when the message is there. For a
-- preference of somebody unknown provider_message_id is 'person:' and their id or number.
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

-- Files of customers that are still at the provider.
create index stored_file_unfetched on stored_file (created_at) where storage_key is null and lost_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  const tenantTables = [
    "channel",
    "inbound_delivery",
    "channel_contact",
    "conversation",
    "message",
    "message_reaction",
    "early_event",
  ];
  for (const table of tenantTables) await protectTenantTable(db, table);
  await openToSystem(db, "channel", "read");
  await openToSystem(db, "message", "read");
  for (const table of ["inbound_delivery", "early_event"]) await openToSystem(db, table, "write");
}
