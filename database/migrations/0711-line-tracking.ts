import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tracking = `
alter table landing_page add column line_tracking boolean not null default false;

-- The LINE tag to which landing pages report what visitors did.
create table line_tracking_setting (
  organization_id uuid primary key references organization on delete cascade,
  tag_id text not null,
  secrets bytea not null,
  status smallint not null check (status in (0, 1)),
  -- Why LINE takes nothing; null: it does.
  problem text,
  -- Not before; while a process works on it, it is put off, so that another takes it up after a crash.
  due_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index line_tracking_setting_due on line_tracking_setting (due_at) where status = 1;

-- A press or a form of a visitor, on its way to LINE. Its id is that of the press or form: it is reported once.
create table line_tracking_event (
  organization_id uuid not null references organization on delete cascade,
  event_id uuid not null,
  page_id uuid not null,
  kind text not null check (kind in ('press', 'form')),
  -- What LINE's advertisement added to the address; empty: the visitor came another way.
  click text not null default '',
  -- SHA-256, as LINE wants them; empty: not given.
  phone_hash text not null default '',
  email_hash text not null default '',
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- What LINE said.
  detail text not null default '',
  due_at timestamptz not null default now(),
  primary key (organization_id, event_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade
);
create index line_tracking_event_waiting on line_tracking_event (organization_id, due_at) where state = 'waiting';
create index line_tracking_event_newest on line_tracking_event (organization_id, happened_at);
create index line_tracking_event_page on line_tracking_event (organization_id, page_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tracking).execute(db);
  for (const table of ["line_tracking_setting", "line_tracking_event"]) await protectTenantTable(db, table);
  // Settings of all organisations take turns.
  await openToSystem(db, "line_tracking_setting", "write");
}
