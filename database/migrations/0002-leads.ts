import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tables = `
-- The organisation's own lists: 1 tags, 2 contact results, 3 lead statuses, 4 regular contact types, 5 to 8 others.
create table list_item (
  organization_id uuid not null references organization on delete cascade,
  item_id uuid not null,
  project_id smallint not null check (project_id between 1 and 8),
  -- Stable name of a default item ('new', 'deal'), null for the organisation's own.
  code text,
  name text not null,
  color text check (color in ('red', 'green', 'blue')),
  sort integer not null default 0,
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  primary key (organization_id, item_id)
);
create unique index list_item_name on list_item (organization_id, project_id, lower(name));

-- Where leads come from ('channel' on the wire); secondary ones have a parent.
create table lead_channel (
  organization_id uuid not null references organization on delete cascade,
  lead_channel_id uuid not null,
  parent_id uuid,
  -- Stable name of a default channel: WhatsApp_chat, Line_Default, WhatsApp_default, Paid_broadcast_whatsApp.
  code text,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, lead_channel_id),
  foreign key (organization_id, parent_id) references lead_channel
);
create unique index lead_channel_primary_name on lead_channel (organization_id, lower(name)) where parent_id is null;
create unique index lead_channel_secondary_name on lead_channel (organization_id, parent_id, lower(name)) where parent_id is not null;

-- The single Chinese characters of a text and the pairs of neighbours: what a search for part of a name asks for.
-- Trigrams cannot find words of one or two characters.
create function search_grams(text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct substr(run[1], place, size)
    from regexp_matches($1, '[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+', 'g') as run,
      generate_series(1, length(run[1])) as place, generate_series(1, 2) as size)
$$;

create table lead (
  organization_id uuid not null references organization on delete cascade,
  lead_id uuid not null,
  branch_id uuid not null,
  nickname text not null,
  ename text not null default '',
  fullname text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  birthday date,
  -- 0 confidential, 1 male, 2 female
  gender smallint not null default 0,
  country text not null default '',
  area_code text not null default '',
  phone text not null default '',
  -- The number as E.164 without the plus, null when there is none: what uniqueness and messages go by.
  phone_e164 text,
  email text not null default '',
  line_user_id text not null default '',
  address text not null default '',
  school text not null default '',
  grade text not null default '',
  referrer text not null default '',
  channel_id uuid,
  secondary_channel_id uuid,
  tutor_id uuid,
  sales_id uuid,
  tag_ids uuid[] not null default '{}',
  avatar_file_id uuid,
  contact1 jsonb not null default '{}',
  -- Phone 1 may not be registered at another branch.
  contact1_e164 text,
  contact2 jsonb not null default '{}',
  accept_message boolean not null default false,
  notes text not null default '',
  app_open boolean not null default false,
  app_device text not null default '',
  system_version text not null default '',
  app_version text not null default '',
  lead_date date not null,
  revisit_count integer not null default 0,
  last_contact_at timestamptz,
  next_contact_date date,
  status_id uuid,
  result_id uuid,
  -- 1 new, 2 repeat, 3 imported, 4 manual
  lead_type smallint not null default 1,
  -- 0 off, 1 on, 2 paused by a message of staff
  gpt_status smallint not null default 0,
  lead_count integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  -- Everything that search looks through, lower case, a line break before each field.
  search_text text generated always as (
    lower(E'\\n' || nickname || E'\\n' || fullname || E'\\n' || ename || E'\\n' || first_name || E'\\n' || last_name || E'\\n' ||
      phone || E'\\n' || coalesce(phone_e164, '') || E'\\n' || coalesce(contact1_e164, '') || E'\\n' || email || E'\\n' ||
      coalesce(contact1->>'name', '') || E'\\n' || coalesce(contact1->>'phone', '') || E'\\n' ||
      coalesce(contact1->>'email', '') || E'\\n' || coalesce(contact2->>'name', '') || E'\\n' ||
      coalesce(contact2->>'phone', '') || E'\\n' || coalesce(contact2->>'email', '') || E'\\n' || notes)) stored,
  primary key (organization_id, lead_id),
  foreign key (organization_id, branch_id) references branch
);
create unique index lead_phone on lead (organization_id, phone_e164) where phone_e164 is not null and deleted_at is null;
create index lead_contact1 on lead (organization_id, contact1_e164) where contact1_e164 is not null and deleted_at is null;
create unique index lead_email on lead (organization_id, lower(email)) where email <> '' and deleted_at is null;
create index lead_newest on lead (organization_id, created_at desc, lead_id desc) where deleted_at is null;
create index lead_newest_in_branch on lead (organization_id, branch_id, created_at desc, lead_id desc) where deleted_at is null;
create index lead_newest_of_sales on lead (organization_id, sales_id, created_at desc, lead_id desc) where deleted_at is null;
create index lead_newest_with_status on lead (organization_id, status_id, created_at desc, lead_id desc) where deleted_at is null;
-- For the filters that people combine most. It carries what the row filter asks for, so that counting reads no rows.
create index lead_newest_filtered on lead (organization_id, sales_id, status_id, channel_id, created_at desc, lead_id desc)
  include (branch_id, tutor_id) where deleted_at is null;
create index lead_by_date on lead (organization_id, lead_date desc, lead_id desc) where deleted_at is null;
create index lead_by_contact on lead (organization_id, last_contact_at desc nulls last, lead_id desc) where deleted_at is null;
create index lead_by_nickname on lead (organization_id, nickname, lead_id) where deleted_at is null;
create index lead_tags on lead using gin (organization_id, tag_ids) where deleted_at is null;
create index lead_search on lead using gin (organization_id, search_text gin_trgm_ops) where deleted_at is null;
create index lead_search_grams on lead using gin (organization_id, search_grams(search_text)) where deleted_at is null;

create table lead_log (
  organization_id uuid not null,
  log_id uuid not null,
  lead_id uuid not null,
  action_type smallint not null check (action_type between 1 and 14),
  content text not null default '',
  details jsonb not null default '{}',
  -- Null operator: the product itself did it.
  operator_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, log_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create index lead_log_of_lead on lead_log (organization_id, lead_id, created_at desc, log_id desc);

create table lead_note (
  organization_id uuid not null,
  note_id uuid not null,
  lead_id uuid not null,
  content text not null,
  result_id uuid,
  next_contact_date date,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, note_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create index lead_note_of_lead on lead_note (organization_id, lead_id, created_at desc, note_id desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["list_item", "lead_channel", "lead", "lead_log", "lead_note"])
    await protectTenantTable(db, table);
}
