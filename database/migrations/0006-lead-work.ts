import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const reminders = `
-- A person is to be reminded of a lead at a moment.
create table lead_reminder (
  organization_id uuid not null references organization on delete cascade,
  reminder_id uuid not null,
  lead_id uuid not null,
  -- The note that it was written with.
  note_id uuid,
  account_id uuid not null,
  remind_at timestamptz not null,
  -- Grows when it is moved: the notification of each version comes once.
  version integer not null default 1,
  sent_at timestamptz,
  done_at timestamptz,
  done_by uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, reminder_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create index lead_reminder_due on lead_reminder (remind_at) where sent_at is null and done_at is null;
create index lead_reminder_of_lead on lead_reminder (organization_id, lead_id) where done_at is null;
create index lead_reminder_of_note on lead_reminder (organization_id, note_id);
create unique index lead_reminder_identity on lead_reminder (reminder_id);

-- Mornings on which a branch's staff received their list of leads to contact.
create table contact_morning (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  day date not null,
  told_at timestamptz not null default now(),
  primary key (organization_id, branch_id, day),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
`;

const merges = `
-- Two leads of one person became one: what that changed, so that it can be taken back.
create table lead_merge (
  organization_id uuid not null references organization on delete cascade,
  merge_id uuid not null,
  kept_id uuid not null,
  from_id uuid not null,
  from_name text not null,
  -- The columns of the kept lead that changed, as before and after.
  before jsonb not null,
  after jsonb not null,
  -- Ids of the rows that went over, by table.
  moved jsonb not null,
  -- The family of the other lead.
  from_family uuid,
  merged_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (organization_id, merge_id),
  foreign key (organization_id, kept_id) references lead on delete cascade,
  foreign key (organization_id, from_id) references lead on delete cascade
);
create index lead_merge_of_kept on lead_merge (organization_id, kept_id, created_at desc);
create index lead_merge_of_other on lead_merge (organization_id, from_id);
create unique index lead_merge_identity on lead_merge (merge_id);

-- What a merge did to conversations: which contacts and messages went over, and the conversation that ended.
create table conversation_join (
  organization_id uuid not null references organization on delete cascade,
  merge_id uuid not null,
  contact_ids uuid[] not null,
  conversation_id uuid,
  message_ids uuid[] not null,
  -- The row of the conversation that ended; null when it went over as a whole.
  ended jsonb,
  primary key (organization_id, merge_id)
);

-- Two similar leads that staff confirmed to be two people.
create table lead_not_same (
  organization_id uuid not null references organization on delete cascade,
  lead_id uuid not null,
  other_id uuid not null,
  noted_by uuid not null,
  noted_at timestamptz not null default now(),
  primary key (organization_id, lead_id, other_id),
  check (lead_id < other_id),
  foreign key (organization_id, lead_id) references lead on delete cascade,
  foreign key (organization_id, other_id) references lead on delete cascade
);
create index lead_not_same_other on lead_not_same (organization_id, other_id);

-- Children of one parent, at one branch: they share contact 1 and 2, and the main lead's conversation.
create table lead_family (
  organization_id uuid not null references organization on delete cascade,
  family_id uuid not null,
  branch_id uuid not null,
  name text not null default '',
  main_lead_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, family_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
`;

const bin = `
-- Days on which an organisation deleted leads: the ones to look at when deleted leads are erased for good.
create table lead_bin_day (
  organization_id uuid not null references organization on delete cascade,
  deleted_on date not null,
  primary key (organization_id, deleted_on)
);
`;

const lists = `
create table recipient_list (
  organization_id uuid not null references organization on delete cascade,
  list_id uuid not null,
  -- Null: leads of the whole organisation.
  branch_id uuid,
  -- Set: only leads that this person sees with a reach of their own.
  owner_id uuid,
  name text not null,
  query_rule jsonb not null,
  lead_count int not null,
  -- False: so many that the count is an estimate.
  counted_exactly boolean not null default true,
  counted_at timestamptz not null default now(),
  open_status int not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, list_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
-- A name is taken among the lists of one reach, so that nobody learns of lists that they do not see.
create unique index recipient_list_name on recipient_list (organization_id, branch_id, owner_id, lower(name))
  nulls not distinct where deleted_at is null;
create index recipient_list_newest on recipient_list (organization_id, created_at desc, list_id desc)
  where deleted_at is null;

create table utm_link (
  organization_id uuid not null references organization on delete cascade,
  utm_link_id uuid not null,
  url text not null,
  source text not null,
  medium text not null,
  campaign text not null,
  term text not null default '',
  content text not null default '',
  link text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- A removed link comes back when the same link is built again.
  deleted_at timestamptz,
  primary key (organization_id, utm_link_id)
);
create unique index utm_link_address on utm_link (organization_id, link);
create index utm_link_newest on utm_link (organization_id, created_at desc, utm_link_id desc);
`;

const tenantTables = [
  "lead_reminder",
  "contact_morning",
  "lead_merge",
  "conversation_join",
  "lead_not_same",
  "lead_family",
  "lead_bin_day",
  "recipient_list",
  "utm_link",
];

const readBySystem = ["lead_reminder", "contact_morning"];

const writtenBySystem = ["lead_bin_day"];

/** Work on leads: reminders, merges, families, lists of recipients and campaign links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [reminders, merges, bin, lists]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
