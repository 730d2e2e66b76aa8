import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

// Written out in both functions: one that an index is made of may call none of ours (its search path is the system's).
function keyOf(whole: string): string {
  return `case when ${whole} ~ '^[ -~]*$'
    then (select coalesce(string_agg(word, '' order by word collate "C"), '')
      from regexp_split_to_table(${whole}, '[^a-z0-9]+') as word)
    else regexp_replace(${whole}, '[][[:space:].,;:''"()/_·・‧-]+', '', 'g') end`;
}

const leads = `
alter table lead add column contact2_e164 text;

-- The same name in another writing: without case, width, spaces and marks; words of Latin letters in any order.
create function name_key(text) returns text language sql immutable strict parallel safe as $$
  select ${keyOf("whole")} from (select lower(normalize($1, NFKC)) as whole) as given
$$;
create function lead_names(variadic names text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct key), '{}')
  from (select ${keyOf("whole")} as key
    from (select lower(normalize(name, NFKC)) as whole from unnest(names) as name) as given) as keys
  where length(key) > 1
$$;
`;

// Kept numbers may lack the area code's own digits twice, but never once; within a country a 0 may stand before them.
const secondNumbers = `
update lead set contact2_e164 =
  regexp_replace(contact2->>'areaCode', '\\D', '', 'g') || regexp_replace(contact2->>'phone', '^0', '')
where contact2->>'phone' ~ '^\\d{5,15}$' and contact2->>'areaCode' ~ '^\\+\\d{1,4}$';
`;

const indexes = `
create index lead_contact2 on lead (organization_id, contact2_e164) where contact2_e164 is not null and deleted_at is null;
create index lead_contact1_email on lead (organization_id, lower(contact1->>'email'))
  where contact1->>'email' <> '' and deleted_at is null;
create index lead_contact2_email on lead (organization_id, lower(contact2->>'email'))
  where contact2->>'email' <> '' and deleted_at is null;
create index lead_same_name on lead
  using gin (organization_id, lead_names(nickname, fullname, ename, last_name || ' ' || first_name)) where deleted_at is null;
-- For the walk through everybody of one name.
create index lead_name_key on lead (organization_id, name_key(nickname))
  where (birthday is not null or school <> '') and deleted_at is null;
create index lead_merged on lead (organization_id, merged_into) where merged_into is not null;
`;

const tables = `
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

-- Somebody looked at two leads that are much alike and knows that they are two people.
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
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [leads, secondNumbers, indexes, tables]) await sql.raw(part).execute(db);
  for (const table of ["lead_merge", "lead_not_same", "lead_family", "conversation_join"])
    await protectTenantTable(db, table);
}
