import { type Kysely, sql } from "kysely";

/**
 * Searches look through the contact notes as well. Their words stand on the lead, so that one index answers for names and
 * notes together, in the order of the list.
 */
const notesOnLeads = `
-- The newest contact notes of a lead, the newest first, as far as a search looks through them.
alter table lead add column note_text text not null default '';

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

-- What was noted before.
update lead set note_text = noted_of(organization_id, lead_id)
where exists (select from lead_note where lead_note.organization_id = lead.organization_id and lead_note.lead_id = lead.lead_id);
`;

const searching = `
alter table lead drop column search_text;
drop function search_keys(uuid, text);

-- As before; but one character alone is looked for among names and numbers only, which end with the mark: nearly every
-- text has it somewhere.
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

-- Everything that search looks through, lower case, full-width forms made plain, a line break before each field; what
-- people have written about the lead stands behind the mark.
alter table lead add column search_text text generated always as (
  lower(normalize(translate(E'\\n' || nickname || E'\\n' || fullname || E'\\n' || ename || E'\\n' || first_name || E'\\n' || last_name || E'\\n' ||
    phone || E'\\n' || coalesce(phone_e164, '') || E'\\n' || coalesce(contact1_e164, '') || E'\\n' || email || E'\\n' ||
    coalesce(contact1->>'name', '') || E'\\n' || coalesce(contact1->>'phone', '') || E'\\n' ||
    coalesce(contact1->>'email', '') || E'\\n' || coalesce(contact2->>'name', '') || E'\\n' ||
    coalesce(contact2->>'phone', '') || E'\\n' ||
    coalesce(contact2_e164, '') || E'\\n' ||
    coalesce(contact2->>'email', ''), E'\\u0001', '') || E'\\n\\u0001\\n' || notes || E'\\n' || note_text, nfkc))) stored;

create index lead_keys on lead using gin (search_keys(organization_id, search_text))
  with (gin_pending_list_limit = 512) where deleted_at is null;
alter index lead_keys alter column 1 set statistics 0;
create statistics lead_words on search_keys(organization_id, search_text) from lead;
alter statistics lead_words set statistics 300;
`;

// What recipient lists are counted by most: the condition on days, statuses and channels is answered before a row is read.
const counting = `
create index lead_counted on lead (organization_id, lead_date, status_id, channel_id) where deleted_at is null;
`;

const imports = `
-- The import that wrote a lead last: its leads are shown together, and it writes each of them once.
alter table lead add column import_id uuid;
update lead set import_id = wrote.import_id
from (
  select distinct on (organization_id, lead_id) organization_id, lead_id, (details->>'importId')::uuid as import_id
  from lead_log where action_type = 13 and details ? 'importId' order by organization_id, lead_id, created_at desc) as wrote
where lead.organization_id = wrote.organization_id and lead.lead_id = wrote.lead_id;
create index lead_of_import on lead (organization_id, import_id, created_at desc, lead_id desc)
  where import_id is not null and deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(notesOnLeads).execute(db);
  await sql.raw(searching).execute(db);
  await sql.raw(counting).execute(db);
  await sql.raw(imports).execute(db);
}
