import { type Kysely, sql } from "kysely";

/**
 * One index for searches of leads: whatever can be asked for, as numbers that are the organisation's own. Its entries
 * lead to no other organisation's rows and need not be compared with the list of all rows of one.
 */
const searching = `
alter table lead drop column search_text;
drop function search_grams(text);

-- Parts of words as numbers of an organisation: what a search asks for.
create function search_numbers(organization uuid, parts text[]) returns bigint[] language sql immutable strict parallel safe as $$
  select array(select hashtextextended(part, seed) from hashtextextended(organization::text, 0) as seed, unnest(parts) as part)
$$;

-- The parts of all words of a text, numbered the same way: of plain letters and digits each three neighbours, and the
-- first one and two of a word ('  a', ' ab', as pg_trgm writes them); of other writing each character and each two.
create function search_keys(organization uuid, content text) returns bigint[] language sql immutable strict parallel safe as $$
  select array(
    select hashtextextended(part, seed) from hashtextextended(organization::text, 0) as seed, (
      select part from unnest(public.show_trgm(content)) as part where length(part) = 3
      union all
      select substr(run[1], place, size) from regexp_matches(content, '[^\\u0001-\\u007f]+', 'g') as run,
        generate_series(1, length(run[1])) as place, generate_series(1, 2) as size
    ) as parts)
$$;

-- Everything that search looks through, lower case, full-width forms made plain, a line break before each field.
alter table lead add column search_text text generated always as (
  lower(normalize(E'\\n' || nickname || E'\\n' || fullname || E'\\n' || ename || E'\\n' || first_name || E'\\n' || last_name || E'\\n' ||
    phone || E'\\n' || coalesce(phone_e164, '') || E'\\n' || coalesce(contact1_e164, '') || E'\\n' || email || E'\\n' ||
    coalesce(contact1->>'name', '') || E'\\n' || coalesce(contact1->>'phone', '') || E'\\n' ||
    coalesce(contact1->>'email', '') || E'\\n' || coalesce(contact2->>'name', '') || E'\\n' ||
    coalesce(contact2->>'phone', '') || E'\\n' ||
    coalesce(contact2_e164, '') || E'\\n' ||
    coalesce(contact2->>'email', '') || E'\\n' || notes, nfkc))) stored;

create index lead_keys on lead using gin (search_keys(organization_id, search_text))
  with (gin_pending_list_limit = 512) where deleted_at is null;
-- How common a word is decides how it is looked for. The planner does not use what it knows of an index's expression
-- here, so that this is not gathered twice.
alter index lead_keys alter column 1 set statistics 0;
create statistics lead_words on search_keys(organization_id, search_text) from lead;
-- Enough to know every word that one lead in 500 has.
alter statistics lead_words set statistics 300;
`;

const readingByDay = `
-- The day of a moment at a branch. Asked only of leads so near to the end of a range that the time zone decides, which
-- the planner cannot know: it would think twice about every condition with it.
create function branch_day(organization uuid, branch uuid, moment timestamptz) returns date
  language sql stable parallel safe cost 1 as $$
  select (moment at time zone time_zone)::date from known_branch where organization_id = organization and branch_id = branch
$$;

-- A tag is one organisation's only. Without the organisation beside it the index can be combined with others, which the
-- planner does not do with two that are both asked for the organisation.
drop index lead_tags;
create index lead_tags on lead using gin (tag_ids) where deleted_at is null;

-- What a sales person looks at every morning.
create index lead_next_contact_of_sales on lead (organization_id, sales_id, next_contact_date, lead_id)
  where deleted_at is null and next_contact_date is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(searching).execute(db);
  await sql.raw(readingByDay).execute(db);
}
