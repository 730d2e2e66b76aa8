import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const events = `
-- What happened, written in the transaction in which it happened; published in order of id by the relay.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  organization_id uuid not null,
  event text not null,
  aggregate_id uuid not null,
  payload jsonb not null,
  trace_id text not null default '',
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index outbox_unpublished on outbox (outbox_id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
create index outbox_organization on outbox (organization_id);

-- A commit with events wakes the relay at once; it polls as well.
create function outbox_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('outbox', ''); return null; end $$;
create trigger outbox_wake after insert on outbox for each statement execute function outbox_wake();

-- Messages between processes that are too large for a notification.
create table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea
);
create index socket_io_attachments_created on socket_io_attachments (created_at);

-- One row per process: the health check writes it to find out that the database accepts writes.
create table health_probe (
  process_id uuid primary key,
  probed_at timestamptz not null default now()
);
`;

const mail = `
-- Outgoing mail: written in the transaction that causes it, read only by the job that delivers it. The body is deleted
-- once sent, since it may hold a code.
create table outgoing_mail (
  mail_id uuid primary key,
  recipient text not null,
  subject text not null,
  body jsonb,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  gave_up_at timestamptz,
  problem text not null default ''
);
create index outgoing_mail_waiting on outgoing_mail (next_try_at) where sent_at is null and gave_up_at is null;
create index outgoing_mail_age on outgoing_mail (created_at);

create function outgoing_mail_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('outgoing_mail', ''); return null; end $$;
create trigger outgoing_mail_wake after insert on outgoing_mail for each statement execute function outgoing_mail_wake();

alter table outgoing_mail enable row level security;
create policy anyone_posts on outgoing_mail for insert with check (true);
create policy system_delivers on outgoing_mail using (app_system());
`;

/** Who did what, when, from where, and what it changed. An entry outlives the account that acted and what it was done to. */
const audit = `
create table audit_entry (
  organization_id uuid not null references organization on delete cascade,
  audit_id uuid not null,
  created_at timestamptz not null default now(),
  account_id uuid,
  operator text not null default '',
  module text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null default '',
  subject_name text not null default '',
  -- The fields that differ, as they were and as they are; secrets blanked.
  before jsonb,
  after jsonb,
  method text not null default '',
  path text not null default '',
  address text not null default '',
  user_agent text not null default '',
  trace_id text not null default '',
  -- From the arrival of the request to the entry.
  elapsed_ms integer not null default 0,
  primary key (organization_id, audit_id)
);
create index audit_entry_newest on audit_entry (organization_id, created_at desc, audit_id desc);
create index audit_entry_module on audit_entry (organization_id, module, created_at desc);
create index audit_entry_account on audit_entry (organization_id, account_id, created_at desc);
create index audit_entry_age on audit_entry (created_at);
create index audit_entry_subject on audit_entry (organization_id, subject_id, created_at desc);

-- Entries are append-only: only the system removes those older than 180 days, whatever other policies allow.
create policy never_changed on audit_entry as restrictive for update using (false);
create policy only_the_old_go on audit_entry as restrictive for delete
  using (app_system() and created_at < now() - interval '180 days');
`;

const dictionaries = `
-- Choices that all organisations share, like the menu: no tenant's rows.
create table dict_type (
  dict_id uuid primary key,
  code text not null,
  name text not null,
  -- The name in each language.
  titles jsonb,
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  -- Mark of the product's own dictionary as it was last imported; null for one that platform staff added.
  definition text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dict_type_code on dict_type (lower(code));

create table dict_item (
  dict_id uuid not null references dict_type on delete cascade,
  item_id uuid not null,
  value text not null,
  name text not null,
  titles jsonb,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  primary key (dict_id, item_id)
);
create unique index dict_item_value on dict_item (dict_id, value);
`;

const savedViews = `
create table saved_view (
  organization_id uuid not null references organization on delete cascade,
  view_id uuid not null,
  account_id uuid not null,
  screen text not null,
  name text not null,
  query text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, view_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create unique index saved_view_name on saved_view (organization_id, account_id, screen, lower(name));
create index saved_view_screen on saved_view (organization_id, screen) where is_shared;

-- The view that people of a role start a screen with.
create table saved_view_role (
  organization_id uuid not null,
  role_id uuid not null,
  screen text not null,
  view_id uuid not null,
  primary key (organization_id, role_id, screen),
  foreign key (organization_id, role_id) references role on delete cascade,
  foreign key (organization_id, view_id) references saved_view on delete cascade
);
create index saved_view_role_view on saved_view_role (organization_id, view_id);
`;

const tenantTables = ["outbox", "audit_entry", "saved_view", "saved_view_role"];

const writtenBySystem = ["outbox", "audit_entry"];

/** What every area writes or reads: events, mail, the audit log, dictionaries and saved views. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [events, mail, audit, dictionaries, savedViews]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
