import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const conversations = `
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
  -- Since when the conversation's lead is deleted: it is shown nowhere until the lead comes back.
  hidden_at timestamptz,
  -- Closed, snoozed until a moment, or neither: open. A message of the customer opens it again.
  closed_at timestamptz,
  closed_by uuid,
  snoozed_until timestamptz,
  snoozed_by uuid,
  -- When it came back from snooze: its list says so until the next message.
  woken_at timestamptz,
  -- What the assistant last handed over to staff: {kind, reason, position}; null once a message followed.
  assistant_note jsonb,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- The transaction of the last change: a client that was away asks for everything at or after the one it knows.
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (organization_id, conversation_id),
  foreign key (organization_id, lead_id) references lead on delete cascade,
  foreign key (organization_id, contact_id) references channel_contact,
  constraint conversation_one_state check (closed_at is null or snoozed_until is null)
);
create unique index conversation_lead on conversation (organization_id, lead_id);
create index conversation_latest on conversation (organization_id, last_message_at desc, conversation_id desc);
create index conversation_latest_in_branch on conversation (organization_id, branch_id, last_message_at desc, conversation_id desc);
create index conversation_latest_of_sales on conversation (organization_id, sales_id, last_message_at desc, conversation_id desc);
create index conversation_unread on conversation (organization_id, branch_id) where unread_count > 0;
create index conversation_changed on conversation (organization_id, changed_xid);
create index conversation_contact on conversation (organization_id, contact_id);
-- One for each filter of the list that keeps few of many: the others read the list in its order.
create index conversation_closed on conversation (organization_id, last_message_at desc, conversation_id desc)
  where closed_at is not null;
create index conversation_snoozed on conversation (organization_id, last_message_at desc, conversation_id desc)
  where snoozed_until is not null;
create index conversation_open on conversation (organization_id, last_message_at desc, conversation_id desc)
  where closed_at is null and snoozed_until is null;
create index conversation_customer_unread on conversation (organization_id, last_message_at desc, conversation_id desc)
  where customer_unread;
create index conversation_last_inbound on conversation (organization_id, last_inbound_at);
create index conversation_latest_of_tutor on conversation (organization_id, tutor_id, last_message_at desc, conversation_id desc);
create index conversation_last_inbound_in_branch on conversation (organization_id, branch_id, last_inbound_at, conversation_id)
  where hidden_at is null;
-- A customer who was handed over waits for an answer, although the assistant wrote last.
create index conversation_no_reply on conversation (organization_id, last_message_at desc, conversation_id desc)
  where last_direction = 'in' or assistant_note is not null;

-- What staff, the clock or the customer did with a conversation as a whole: shown between its messages, sent to nobody.
create table conversation_event (
  organization_id uuid not null,
  event_id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('closed', 'snoozed', 'reopened')),
  -- Null: no person did it.
  actor_id uuid,
  -- closed: {result}; snoozed: {until}; reopened: {cause}.
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, event_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);
create index conversation_event_latest on conversation_event (organization_id, conversation_id, created_at desc);
create index conversation_event_actor on conversation_event (organization_id, actor_id) where actor_id is not null;
`;

const messages = `
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
  -- Who wrote a message of ours: a person, the assistant, or the product by itself.
  author text not null default 'staff' check (author in ('staff', 'assistant', 'automatic')),
  -- A cancelled one was withdrawn before it went out: its row stays, its text does not.
  state text not null check (state in
    ('received','queued','sending','unsure','accepted','sent','delivered','read','failed','cancelled')),
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
-- Whether a person was sent a marketing template within a day.
create index message_with_template on message (organization_id, contact_id, sent_at desc) where kind = 'template';
create index message_failed on message (organization_id, channel_id, sent_at) where state = 'failed';
create unique index message_identity on message (message_id);

-- A reaction belongs to a message; each side has at most one. An empty emoji is one that was taken back: kept, so that
-- an older reaction that arrives late does not come to life again.
create table message_reaction (
  organization_id uuid not null,
  message_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  emoji text not null,
  reacted_at timestamptz not null,
  -- What the customer has of ours, as far as the provider has taken it, and what they had before that.
  given_emoji text not null default '',
  former_emoji text not null default '',
  -- The provider's id of it, by which it may tell later that it failed.
  provider_message_id text,
  attempts smallint not null default 0,
  -- What they did not get (empty: our taking it back), and why, until the next reaction.
  refused_emoji text,
  error_reason text,
  primary key (organization_id, message_id, direction),
  foreign key (organization_id, message_id) references message on delete cascade
);
create unique index message_reaction_provider on message_reaction (organization_id, provider_message_id)
  where provider_message_id is not null;

-- Messages that a person scheduled. Kept with the contact, not with the conversation: after leads are merged or split
-- it still reaches the person it was written to.
create table scheduled_message (
  organization_id uuid not null,
  scheduled_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  text text not null default '',
  file_id uuid,
  quoted_id uuid,
  send_at timestamptz not null,
  -- waiting; sent (it is a message now); refused (failure says why); deleted.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'deleted')),
  failure text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, scheduled_id),
  foreign key (organization_id, contact_id) references channel_contact on delete cascade,
  foreign key (organization_id, created_by) references account on delete cascade
);
create index scheduled_message_of_contact on scheduled_message (organization_id, contact_id, send_at) where state = 'waiting';
create index scheduled_message_due on scheduled_message (send_at) where state = 'waiting';
create unique index scheduled_message_identity on scheduled_message (scheduled_id);
`;

/**
 * The searchable text of messages, in a table of its own: a message is rewritten with every status, and each time its
 * hundred or so index entries would be as well; its text hardly ever changes.
 */
const search = `
-- The stretch of time that a moment lies in, 30 days each. A search goes from stretch to stretch, the newest first, and
-- stops when it has enough: however common a word, it is never all of the messages with it that are looked at.
create function search_period(moment timestamptz) returns bigint language sql immutable strict parallel safe as $$
  select floor(extract(epoch from moment) / 2592000)::bigint
$$;

-- Parts of words as numbers of an organisation in one stretch of time: what a search asks for. The stretch comes first,
-- so that new entries lie together in the index, and the older part of it is rarely written.
create function message_numbers(organization uuid, period bigint, parts text[]) returns bigint[]
  language sql immutable strict parallel safe as $$
  select array(select (period << 50) | (hashtextextended(part, seed) & ((1::bigint << 50) - 1))
    from hashtextextended(organization::text, 0) as seed, unnest(parts) as part)
$$;

-- The parts of all words of a message, numbered the same way; search_keys says which parts. The cost is high enough
-- that no plan computes them for rows which another index has found.
create function message_keys(organization uuid, moment timestamptz, content text) returns bigint[]
  language sql immutable strict parallel safe cost 2000 as $$
  select array(
    select (period << 50) | (hashtextextended(part, seed) & ((1::bigint << 50) - 1))
    from hashtextextended(organization::text, 0) as seed, public.search_period(moment) as period, (
      select part from unnest(public.show_trgm(content)) as part where length(part) = 3
      union all
      select substr(run[1], place, size) from regexp_matches(content, '[^\\u0001-\\u007f]+', 'g') as run,
        generate_series(1, length(run[1])) as place, generate_series(1, 2) as size
    ) as parts)
$$;

create function message_words(content text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(E'\\n' || content, nfkc))
$$;

create table message_text (
  organization_id uuid not null references organization on delete cascade,
  message_id uuid not null,
  conversation_id uuid not null,
  -- When the message was written here: the order in which a search looks.
  said_at timestamptz not null,
  -- Lower case, full-width forms made plain, a line break before.
  search_text text not null,
  primary key (organization_id, said_at, message_id)
);
create index message_text_of_conversation on message_text (organization_id, conversation_id, said_at, message_id);
create index message_keys on message_text using gin (message_keys(organization_id, said_at, search_text))
  with (gin_pending_list_limit = 512);
alter index message_keys alter column 1 set statistics 0;

create function note_message_text() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from message_text where organization_id = old.organization_id and said_at = old.created_at
      and message_id = old.message_id;
  end if;
  if tg_op <> 'DELETE' and new.text <> '' and new.revoked_at is null then
    insert into message_text (organization_id, message_id, conversation_id, said_at, search_text)
      values (new.organization_id, new.message_id, new.conversation_id, new.created_at, message_words(new.text))
      -- Restored from a copy of the organisation before its message.
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger message_text_of_new after insert on message
  for each row when (new.text <> '') execute function note_message_text();
create trigger message_text_of_changed after update of text, revoked_at, conversation_id on message
  for each row when (old.text <> new.text or old.conversation_id <> new.conversation_id
    or (old.revoked_at is null) <> (new.revoked_at is null)) execute function note_message_text();
create trigger message_text_of_removed after delete on message
  for each row when (old.text <> '') execute function note_message_text();

create view organization_message_text as
  select * from message_text where organization_id = app_organization();
`;

const replies = `
create table reply_group (
  organization_id uuid not null references organization on delete cascade,
  group_id uuid not null,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, group_id)
);
create unique index reply_group_name on reply_group (organization_id, lower(name));

create table reply_message (
  organization_id uuid not null,
  reply_id uuid not null,
  group_id uuid not null,
  content text not null,
  -- A picture above the words, and a document that goes with them.
  image_id uuid,
  file_id uuid,
  sort integer not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, reply_id),
  foreign key (organization_id, group_id) references reply_group,
  foreign key (organization_id, image_id) references stored_file on delete set null (image_id),
  foreign key (organization_id, file_id) references stored_file on delete set null (file_id)
);
create index reply_message_of_group on reply_message (organization_id, group_id, sort);
`;

const branchUse = `
-- What belongs to a branch, each counted up to 1,000.
create view branch_use with (security_invoker = true) as
  select b.organization_id, b.branch_id,
    (select count(*)::int from (select from lead l
      where l.organization_id = b.organization_id and l.branch_id = b.branch_id limit 1000) found) as leads,
    (select count(*)::int from (select from conversation c
      where c.organization_id = b.organization_id and c.branch_id = b.branch_id limit 1000) found) as conversations,
    (select count(*)::int from (select from channel c
      where c.organization_id = b.organization_id and c.branch_id = b.branch_id limit 1000) found) as channels
  from branch b;
`;

const tenantTables = [
  "conversation",
  "conversation_event",
  "message",
  "message_reaction",
  "scheduled_message",
  "message_text",
  "reply_group",
  "reply_message",
];

const readBySystem = ["message", "scheduled_message"];

/** Conversations, their messages, and the search through them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [conversations, messages, search, replies, branchUse]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
}
