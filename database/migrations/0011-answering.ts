import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const holding = `
-- Who answers a customer at the moment. A row whose expires_at has passed holds nothing, whether or not it is still
-- here.
create table conversation_hold (
  organization_id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('staff', 'assistant')),
  account_id uuid,
  -- The session with which the person last wrote: with its end the hold ends.
  session_id uuid,
  since timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, conversation_id),
  check ((kind = 'staff') = (account_id is not null)),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);
create index conversation_hold_expiry on conversation_hold (expires_at);
create index conversation_hold_session on conversation_hold (organization_id, session_id) where session_id is not null;

-- Who has a conversation open, as repeated by their browser until viewing_until. No reference to the conversation: a
-- heartbeat must not wait for a transaction that changes it.
create table conversation_viewer (
  organization_id uuid not null references organization on delete cascade,
  conversation_id uuid not null,
  account_id uuid not null,
  viewing_until timestamptz not null,
  typing_until timestamptz not null,
  primary key (organization_id, conversation_id, account_id)
);
create index conversation_viewer_age on conversation_viewer (viewing_until);
`;

const settings = `
-- How conversations are handled: the organisation's row has no branch, a branch's own row stands in for it.
create table chat_setting (
  organization_id uuid not null references organization on delete cascade,
  setting_id uuid not null,
  branch_id uuid,
  hold_idle_minutes integer not null default 10 check (hold_idle_minutes between 1 and 240),
  reply_window_hours integer not null default 24,
  free_reply_seconds integer not null default 60,
  repeat_lead_days integer not null default 14 check (repeat_lead_days between 1 and 365),
  notify text not null default 'off' check (notify in ('off', 'sales', 'branch', 'custom')),
  notify_after_minutes integer not null default 15 check (notify_after_minutes between 1 and 1440),
  notify_emails jsonb not null default '[]',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (organization_id, setting_id),
  unique nulls not distinct (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);

-- When staff were last mailed that a customer waits: at most once in 24 hours for one customer.
create table unanswered_mail (
  organization_id uuid not null references organization on delete cascade,
  lead_id uuid not null,
  mailed_at timestamptz not null default now(),
  primary key (organization_id, lead_id)
);
`;

const agents = `
create table assistant_agent (
  organization_id uuid not null references organization on delete cascade,
  agent_id uuid not null,
  branch_id uuid not null,
  type text not null check (type in ('chatgpt', 'dify')),
  nickname text not null,
  name text not null,
  assistant_id text not null default '',
  -- {apiKey}, sealed; beside it a signature, by which the same key is recognised.
  secrets bytea not null,
  api_key_sign text not null,
  settings jsonb not null,
  status smallint not null default 0,
  -- Since when it answers for its branch; customers from before are left to staff.
  active_since timestamptz,
  attention_at timestamptz,
  attention_reason text,
  failed_at timestamptz,
  failure_reason text,
  failure_detail text,
  -- The key of its public page, sealed; and hashed, to be found by.
  public_key bytea,
  public_key_hash bytea,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, agent_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
create unique index assistant_agent_active on assistant_agent (organization_id, branch_id)
  where status = 1 and deleted_at is null;
create unique index assistant_agent_api_key on assistant_agent (organization_id, api_key_sign) where deleted_at is null;
create unique index assistant_agent_assistant_id on assistant_agent (organization_id, assistant_id)
  where deleted_at is null and assistant_id <> '';
create unique index assistant_agent_public_key on assistant_agent (public_key_hash) where public_key_hash is not null;

-- What somebody tried with success, by its signature: it may be saved.
create table assistant_verification (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  sign text not null,
  verified_at timestamptz not null default now(),
  primary key (organization_id, account_id, sign)
);

create table assistant_usage (
  organization_id uuid not null,
  agent_id uuid not null,
  day date not null,
  answers int not null default 0,
  drafts int not null default 0,
  hand_overs int not null default 0,
  failures int not null default 0,
  public_answers int not null default 0,
  primary key (organization_id, agent_id, day),
  foreign key (organization_id, agent_id) references assistant_agent on delete cascade
);
`;

const turns = `
-- Where the assistant stands in a conversation. Positions are those of messages.
create table assistant_turn (
  organization_id uuid not null,
  conversation_id uuid not null,
  agent_id uuid,
  -- Looked at up to here; claimed by a process since then; answered up to here.
  seen_position int not null default 0,
  claimed_position int not null default 0,
  claimed_at timestamptz,
  answered_position int not null default 0,
  attempts smallint not null default 0,
  retry_at timestamptz,
  answers_in_row int not null default 0,
  opened_at timestamptz,
  provider_conversation text,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);

create table assistant_draft (
  organization_id uuid not null,
  conversation_id uuid not null,
  draft_id uuid not null,
  agent_id uuid not null,
  position int not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);

create table assistant_event (
  organization_id uuid not null,
  event_id uuid not null,
  conversation_id uuid not null,
  agent_name text not null,
  kind text not null check (kind in ('handedOver', 'failed', 'limited')),
  reason text not null default '',
  summary text not null default '',
  position int not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, event_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);
create index assistant_event_latest on assistant_event (organization_id, conversation_id, created_at desc);
`;

const publicPages = `
create table assistant_public_session (
  organization_id uuid not null,
  session_id uuid not null,
  agent_id uuid not null,
  provider_conversation text,
  last_position int not null default 0,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, agent_id) references assistant_agent on delete cascade
);
create index assistant_public_session_age on assistant_public_session (last_at);

create table assistant_public_message (
  organization_id uuid not null,
  session_id uuid not null,
  position int not null,
  role text not null check (role in ('visitor', 'assistant')),
  text text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, session_id, position),
  foreign key (organization_id, session_id) references assistant_public_session on delete cascade
);
`;

const tenantTables = [
  "conversation_hold",
  "conversation_viewer",
  "chat_setting",
  "unanswered_mail",
  "assistant_agent",
  "assistant_verification",
  "assistant_usage",
  "assistant_turn",
  "assistant_draft",
  "assistant_event",
  "assistant_public_session",
  "assistant_public_message",
];

/** What is too old is removed over all organisations; a public page is found by its key alone. */
const readBySystem = ["conversation_hold", "chat_setting", "assistant_agent"];

const writtenBySystem = [
  "conversation_viewer",
  "assistant_verification",
  "assistant_public_session",
  "assistant_public_message",
];

/** Who answers a customer: holds, viewers, settings, and the assistant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [holding, settings, agents, turns, publicPages]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
