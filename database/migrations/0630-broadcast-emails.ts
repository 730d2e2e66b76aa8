import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const emails = `
create table email_template (
  organization_id uuid not null references organization on delete cascade,
  template_id uuid not null,
  name text not null,
  -- Category, subject, preheader and blocks, as the contract has them.
  content jsonb not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, template_id)
);
create unique index email_template_identity on email_template (template_id);
create index email_template_newest on email_template (organization_id, created_at desc, template_id desc)
  where deleted_at is null;

alter table broadcast_plan
  add column kind text not null default 'whatsapp' check (kind in ('whatsapp', 'email')),
  add column email_template_id uuid,
  -- What the mails say since the plan started, whatever becomes of the template.
  add column email_content jsonb,
  -- The addresses that its links lead to; a link names its place here.
  add column links text[] not null default '{}',
  -- Names the plan in its links.
  add column link_number bigint generated always as identity,
  add column clicked int not null default 0,
  -- Spreads the messages evenly over this many hours; once started, the seconds between two messages.
  add column spread_hours int check (spread_hours > 0),
  add column spread_seconds double precision,
  -- Waits while more customers of its branch wait for an answer; null: it does not.
  add column most_unanswered int check (most_unanswered > 0),
  -- The second person who let it go out.
  add column approved_at timestamptz,
  add column approved_by uuid,
  add foreign key (organization_id, email_template_id) references email_template;
create unique index broadcast_plan_link on broadcast_plan (link_number);
create index broadcast_plan_email on broadcast_plan (organization_id, email_template_id) where email_template_id is not null;

alter table broadcast_recipient
  add column email text,
  add column clicked_at timestamptz,
  add column tries int not null default 0,
  -- A mail that its server put off.
  add column next_try_at timestamptz,
  -- The provider's own words about a failure.
  add column detail text;

-- Addresses that take no more mail: it came back, or its reader complained.
create table email_stop (
  organization_id uuid not null references organization on delete cascade,
  -- In lower case.
  address text not null,
  reason text not null check (reason in ('bounced', 'complained')),
  detail text not null default '',
  stopped_at timestamptz not null default now(),
  primary key (organization_id, address)
);
create index email_stop_newest on email_stop (organization_id, stopped_at desc, address);

-- How much of what a branch's mail server allows is used.
create table email_pace (
  organization_id uuid not null,
  branch_id uuid not null,
  paced_until timestamptz not null,
  -- Mails handed over since this moment, at most a day ago.
  day_from timestamptz not null,
  day_count int not null,
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references email_setting on delete cascade
);

alter table broadcast_setting
  -- A plan to more people needs a second person; null: none does.
  add column approval_above int check (approval_above > 0);

create or replace view broadcast_lead with (security_invoker = true) as
  select organization_id, lead_id, branch_id, sales_id, tutor_id, nickname, phone_e164, deleted_at, email from lead;
-- Customers of a branch who wait for an answer.
create view broadcast_unanswered with (security_invoker = true) as
  select organization_id, branch_id, conversation_id from conversation
  where (last_direction = 'in' or assistant_note is not null) and closed_at is null and snoozed_until is null
    and hidden_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(emails).execute(db);
  for (const table of ["email_template", "email_stop", "email_pace"]) await protectTenantTable(db, table);
}
