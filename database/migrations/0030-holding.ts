import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const holding = `
-- Who answers a customer at the moment. A row whose expires_at has passed holds nothing, whether or not it is still here.
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

-- Who has a conversation open, told again and again by their browser; what is not told again fades. No reference to the
-- conversation: a heartbeat must not wait for whoever is changing it.
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

-- When somebody was last mailed that a customer waits: at most once in 24 hours for one customer.
create table unanswered_mail (
  organization_id uuid not null references organization on delete cascade,
  lead_id uuid not null,
  mailed_at timestamptz not null default now(),
  primary key (organization_id, lead_id)
);
create index conversation_last_inbound_in_branch on conversation (organization_id, branch_id, last_inbound_at, conversation_id)
  where hidden_at is null;

-- What a branch's group chats are read with from the backup service.
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

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(holding).execute(db);
  await sql.raw(settings).execute(db);
  const tenantTables = [
    "conversation_hold",
    "conversation_viewer",
    "chat_setting",
    "unanswered_mail",
    "backup_setting",
  ];
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of ["conversation_hold", "chat_setting"]) await openToSystem(db, table, "read");
  await openToSystem(db, "conversation_viewer", "write");
}
