import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const lists = `
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
`;

const keys = `
-- The same name in another writing: without case, width, spaces and marks; words of Latin letters in any order.
create function name_key(text) returns text language sql immutable strict parallel safe as $$
  select case when whole ~ '^[ -~]*$'
    then (select coalesce(string_agg(word, '' order by word collate "C"), '')
      from regexp_split_to_table(whole, '[^a-z0-9]+') as word)
    else regexp_replace(whole, '[][[:space:].,;:''"()/_·・‧-]+', '', 'g') end from (select lower(normalize($1, NFKC)) as whole) as given
$$;

-- The keys of several names. It repeats name_key: a function in an index or a generated column runs with the system's
-- search path and cannot call ours.
create function lead_names(variadic names text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct key), '{}')
  from (select case when whole ~ '^[ -~]*$'
    then (select coalesce(string_agg(word, '' order by word collate "C"), '')
      from regexp_split_to_table(whole, '[^a-z0-9]+') as word)
    else regexp_replace(whole, '[][[:space:].,;:''"()/_·・‧-]+', '', 'g') end as key
    from (select lower(normalize(name, NFKC)) as whole from unnest(names) as name) as given) as keys
  where length(key) > 1
$$;

-- Parts of words as numbers of an organisation: what a search asks for.
create function search_numbers(organization uuid, parts text[]) returns bigint[] language sql immutable strict parallel safe as $$
  select array(select hashtextextended(part, seed) from hashtextextended(organization::text, 0) as seed, unnest(parts) as part)
$$;

-- The parts of all words of a text, numbered the same way: of plain letters and digits each three neighbours, and the
-- first one and two of a word ('  a', ' ab', as pg_trgm writes them); of other writing each two neighbours. One such
-- character alone counts in names and numbers only, which end with the mark U+0001: nearly every text has it somewhere.
create function search_keys(organization uuid, content text) returns bigint[] language sql immutable strict parallel safe as $$
  select array(
    select hashtextextended(part, seed) from hashtextextended(organization::text, 0) as seed, (
      select part from unnest(public.show_trgm(content)) as part where length(part) = 3
      union all
      select substr(run[1], place, 2) from regexp_matches(content, '[^\\u0001-\\u007f]{2,}', 'g') as run,
        generate_series(1, length(run[1]) - 1) as place
      union all
      select letter from regexp_split_to_table(split_part(content, E'\\u0001', 1), '') as letter where letter > E'\\u007f'
    ) as parts)
$$;
`;

const leads = `
create table lead (
  organization_id uuid not null references organization on delete cascade,
  lead_id uuid not null,
  branch_id uuid not null,
  nickname text not null,
  -- Keys that duplicates are found by. Behind row-level security the planner uses an index on an expression only if all
  -- of its functions are leakproof; a stored column is compared by operators that are.
  nickname_key text generated always as (nullif(name_key(nickname), '')) stored,
  ename text not null default '',
  ename_key text generated always as (nullif(name_key(ename), '')) stored,
  fullname text not null default '',
  fullname_key text generated always as (nullif(name_key(fullname), '')) stored,
  first_name text not null default '',
  last_name text not null default '',
  person_name_key text generated always as (nullif(name_key(last_name || ' ' || first_name), '')) stored,
  birthday date,
  -- 0 confidential, 1 male, 2 female
  gender smallint not null default 0,
  country text not null default '',
  area_code text not null default '',
  phone text not null default '',
  -- The number as E.164 without the plus, null when there is none: what uniqueness and messages go by.
  phone_e164 text,
  email text not null default '',
  email_key text generated always as (nullif(lower(email), '')) stored,
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
  contact1_email_key text generated always as (nullif(lower(contact1->>'email'), '')) stored,
  contact2 jsonb not null default '{}',
  contact2_e164 text,
  contact2_email_key text generated always as (nullif(lower(contact2->>'email'), '')) stored,
  accept_message boolean not null default false,
  notes text not null default '',
  -- The newest contact notes of a lead, the newest first, as far as a search looks through them.
  note_text text not null default '',
  app_open boolean not null default false,
  app_device text not null default '',
  system_version text not null default '',
  app_version text not null default '',
  -- When the lead's app was last seen.
  app_seen_at timestamptz,
  lead_date date not null,
  revisit_count integer not null default 0,
  -- First contact by staff; null: none yet.
  contacted_at timestamptz,
  last_contact_at timestamptz,
  next_contact_date date,
  -- What kind of regular contact is next (an item of list 4); null for an ordinary one.
  regular_contact_id uuid,
  status_id uuid,
  result_id uuid,
  -- When the lead bought for the first time, and since when it is a student: by a deal, or by the app while it has it.
  deal_at timestamptz,
  student_since timestamptz,
  -- 1 new, 2 repeat, 3 imported, 4 manual
  lead_type smallint not null default 1,
  -- 0 off, 1 on, 2 paused by a message of staff
  gpt_status smallint not null default 0,
  lead_count integer not null default 1,
  -- Children of one parent.
  family_id uuid,
  -- The lead that this one was merged into; such a lead is deleted.
  merged_into uuid,
  -- The import that wrote a lead last: its leads are shown together, and it writes each of them once.
  import_id uuid,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1,
  -- Everything that search looks through, lower case, full-width forms made plain, a line break before each field; what
  -- staff wrote about the lead follows the mark.
  search_text text generated always as (
    lower(normalize(translate(E'\\n' || nickname || E'\\n' || fullname || E'\\n' || ename || E'\\n' || first_name || E'\\n' || last_name || E'\\n' ||
    phone || E'\\n' || coalesce(phone_e164, '') || E'\\n' || coalesce(contact1_e164, '') || E'\\n' || email || E'\\n' ||
    coalesce(contact1->>'name', '') || E'\\n' || coalesce(contact1->>'phone', '') || E'\\n' ||
    coalesce(contact1->>'email', '') || E'\\n' || coalesce(contact2->>'name', '') || E'\\n' ||
    coalesce(contact2->>'phone', '') || E'\\n' ||
    coalesce(contact2_e164, '') || E'\\n' ||
    coalesce(contact2->>'email', ''), E'\\u0001', '') || E'\\n\\u0001\\n' || notes || E'\\n' || note_text, nfkc))) stored,
  primary key (organization_id, lead_id),
  foreign key (organization_id, branch_id) references branch
);
create unique index lead_phone on lead (organization_id, phone_e164) where phone_e164 is not null and deleted_at is null;
create index lead_contact1 on lead (organization_id, contact1_e164) where contact1_e164 is not null and deleted_at is null;
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
create index lead_by_next_contact on lead (organization_id, next_contact_date, lead_id)
  where deleted_at is null and next_contact_date is not null;
create index lead_of_family on lead (organization_id, family_id) where family_id is not null;
create index lead_uncontacted on lead (organization_id, created_at desc, lead_id desc)
  where deleted_at is null and lead_type = 1 and contacted_at is null;
create index lead_with_assistant on lead (organization_id, created_at desc, lead_id desc)
  where deleted_at is null and gpt_status > 0;
create index lead_students on lead (organization_id, student_since desc, lead_id desc)
  where deleted_at is null and student_since is not null;
create index lead_deleted on lead (organization_id, deleted_at desc, lead_id desc)
  where deleted_at is not null and merged_into is null;
create index lead_contact2 on lead (organization_id, contact2_e164) where contact2_e164 is not null and deleted_at is null;
create index lead_merged on lead (organization_id, merged_into) where merged_into is not null;
-- How many leads use a channel or list item, deleted leads included: decides whether it may be deleted.
create index lead_of_channel on lead (organization_id, channel_id) where channel_id is not null;
create index lead_of_secondary_channel on lead (organization_id, secondary_channel_id)
  where secondary_channel_id is not null;
create index lead_with_result on lead (organization_id, result_id) where result_id is not null;
create index lead_with_regular_contact on lead (organization_id, regular_contact_id)
  where regular_contact_id is not null;
-- A tag belongs to one organisation. Without the organisation as a column the index combines with others; the planner
-- does not combine two that both have it.
create index lead_tags on lead using gin (tag_ids) where deleted_at is null;
-- The list that sales people open every morning.
create index lead_next_contact_of_sales on lead (organization_id, sales_id, next_contact_date, lead_id)
  where deleted_at is null and next_contact_date is not null;
-- The only index for searches. How common a word is decides its plan; the planner does not use the statistics of an
-- index's expression here, so that they are gathered once, below.
create index lead_keys on lead using gin (search_keys(organization_id, search_text))
  with (gin_pending_list_limit = 512) where deleted_at is null;
alter index lead_keys alter column 1 set statistics 0;
-- Counting recipient lists: days, statuses and channels are decided before a row is read.
create index lead_counted on lead (organization_id, lead_date, status_id, channel_id) where deleted_at is null;
create index lead_of_import on lead (organization_id, import_id, created_at desc, lead_id desc)
  where import_id is not null and deleted_at is null;
create unique index lead_email on lead (organization_id, email_key) where email_key is not null and deleted_at is null;
create index lead_contact1_email on lead (organization_id, contact1_email_key)
  where contact1_email_key is not null and deleted_at is null;
create index lead_contact2_email on lead (organization_id, contact2_email_key)
  where contact2_email_key is not null and deleted_at is null;
create index lead_nickname_key on lead (organization_id, nickname_key) where nickname_key is not null and deleted_at is null;
create index lead_fullname_key on lead (organization_id, fullname_key) where fullname_key is not null and deleted_at is null;
create index lead_ename_key on lead (organization_id, ename_key) where ename_key is not null and deleted_at is null;
create index lead_person_name_key on lead (organization_id, person_name_key)
  where person_name_key is not null and deleted_at is null;
-- For going through everyone of one name.
create index lead_name_key on lead (organization_id, nickname_key)
  where (birthday is not null or school <> '') and nickname_key is not null and deleted_at is null;
create unique index lead_identity on lead (lead_id);

-- Enough to know every word that one lead in 500 has.
create statistics lead_words on search_keys(organization_id, search_text) from lead;
alter statistics lead_words set statistics 300;

-- The day of a moment at a branch. Called only for leads so near to the end of a range that the time zone decides. The
-- cost is set low because the planner cannot know that and would avoid every condition with it.
create function branch_day(organization uuid, branch uuid, moment timestamptz) returns date
  language sql stable parallel safe cost 1 as $$
  select (moment at time zone time_zone)::date from known_branch where organization_id = organization and branch_id = branch
$$;
`;

const history = `
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
create index lead_log_newest on lead_log (organization_id, created_at desc, log_id desc);
create index lead_log_of_operator on lead_log (organization_id, operator_id, created_at desc, log_id desc);
create unique index lead_log_identity on lead_log (log_id);

create table lead_note (
  organization_id uuid not null,
  note_id uuid not null,
  lead_id uuid not null,
  content text not null,
  result_id uuid,
  next_contact_date date,
  -- What kind of regular contact the next one is.
  regular_contact_id uuid,
  edited_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- When its author withdrew it.
  deleted_at timestamptz,
  primary key (organization_id, note_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create index lead_note_of_lead on lead_note (organization_id, lead_id, created_at desc, note_id desc);
create index lead_note_with_result on lead_note (organization_id, result_id) where result_id is not null;
create index lead_note_with_regular_contact on lead_note (organization_id, regular_contact_id)
  where regular_contact_id is not null;
create unique index lead_note_identity on lead_note (note_id);
`;

/** Forms, bulk actions, imports and the card all write statuses: a trigger is the one place that none of them misses. */
const students = `
create function note_student() returns trigger language plpgsql as $$
begin
  if new.deal_at is null and new.status_id is not null and exists (
    select from list_item
    where organization_id = new.organization_id and item_id = new.status_id and project_id = 3 and code = 'deal'
  ) then
    new.deal_at := now();
  end if;
  if new.deal_at is null and not new.app_open then
    new.student_since := null;
  elsif new.student_since is null then
    new.student_since := coalesce(new.deal_at, now());
  end if;
  return new;
end $$;
create trigger note_new_student before insert on lead
  for each row when (new.status_id is not null or new.app_open) execute function note_student();
create trigger note_student before update of status_id, app_open on lead
  for each row when (new.status_id is distinct from old.status_id or new.app_open is distinct from old.app_open)
  execute function note_student();

-- A deal that is only recorded in the history (action 4).
create function note_deal() returns trigger language plpgsql as $$
begin
  update lead set deal_at = new.created_at, student_since = coalesce(student_since, new.created_at)
  where organization_id = new.organization_id and lead_id = new.lead_id and deal_at is null;
  return null;
end $$;
create trigger note_deal after insert on lead_log
  for each row when (new.action_type = 4) execute function note_deal();
`;

/** Searches look through the contact notes as well: their words are kept on the lead, so that one index serves both. */
const notes = `
create function noted_of(organization uuid, of_lead uuid) returns text language sql stable as $$
  select coalesce(left(string_agg(content, E'\\n' order by created_at desc, note_id desc), 4000), '')
  from (
    select content, created_at, note_id from lead_note
    where organization_id = organization and lead_id = of_lead and deleted_at is null
    order by created_at desc, note_id desc limit 40) as newest
$$;

create function keep_note_text() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update lead set note_text = noted_of(old.organization_id, old.lead_id)
    where organization_id = old.organization_id and lead_id = old.lead_id
      and note_text is distinct from noted_of(old.organization_id, old.lead_id);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.lead_id <> old.lead_id) then
    update lead set note_text = noted_of(new.organization_id, new.lead_id)
    where organization_id = new.organization_id and lead_id = new.lead_id
      and note_text is distinct from noted_of(new.organization_id, new.lead_id);
  end if;
  return null;
end $$;
create trigger keep_note_text_of_new after insert or delete on lead_note
  for each row execute function keep_note_text();
create trigger keep_note_text after update of content, deleted_at, lead_id on lead_note
  for each row execute function keep_note_text();
`;

/**
 * Rows of the transaction's organisation for searches. The view runs with the rights of its owner, who is above row-level
 * security: the condition here takes its place. It is planned together with the conditions of a query, so that indexes on
 * functions and arrays are used, which behind row-level security would require leakproof ones.
 */
const searchView = `
create view organization_lead as
  select * from lead where organization_id = app_organization();
`;

const tenantTables = ["list_item", "lead_channel", "lead", "lead_log", "lead_note"];

/** Leads with their lists, history and notes, and what finds them: search and the keys of duplicates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [lists, keys, leads, history, students, notes, searchView]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
}
