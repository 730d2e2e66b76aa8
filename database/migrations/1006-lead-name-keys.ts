import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

const names = (row: string) =>
  `${row}.nickname, ${row}.fullname, ${row}.last_name || ${row}.first_name, ${row}.contact1->>'name', ${row}.contact2->>'name'`;

/**
 * The parts of what a lead is called and reached by, apart from those of its notes: a word that thousands of notes have would
 * otherwise be looked for in all of them before it is known that nobody is called so.
 */
const columns = `
alter table lead_search add column name_keys bigint[];
alter table lead_search alter column name_keys set statistics 300;
create or replace view organization_lead_search as
  select * from lead_search where organization_id = app_organization();

-- Digits are rare in notes: the parts of all words find them as well.
create function name_keys_of(organization uuid, content text) returns bigint[] language sql immutable strict parallel safe as $$
  select search_keys(organization, regexp_replace(split_part(content, E'\\u0001', 1), '[0-9]+', ' ', 'g'))
$$;
`;

const triggers = `
create or replace function keep_search_of_added_leads() returns trigger language plpgsql as $$
begin
  insert into lead_search (organization_id, lead_id, keys, name_keys, sound_keys)
    select organization_id, lead_id, search_keys(organization_id, search_text), name_keys_of(organization_id, search_text),
      sound_keys_of(organization_id, ${names("added")})
    from added;
  return null;
end $$;

create or replace function keep_search_of_lead() returns trigger language plpgsql as $$
begin
  insert into lead_search (organization_id, lead_id, keys, name_keys, sound_keys)
    values (new.organization_id, new.lead_id, search_keys(new.organization_id, new.search_text),
      name_keys_of(new.organization_id, new.search_text), sound_keys_of(new.organization_id, ${names("new")}))
    on conflict (organization_id, lead_id) do update
      set keys = excluded.keys, name_keys = excluded.name_keys, sound_keys = excluded.sound_keys;
  return null;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(triggers).execute(db);
}

export const backfill: Backfill = {
  table: "lead_search",
  set: `name_keys = (
    select name_keys_of(organization_id, search_text)
    from lead where lead.organization_id = lead_search.organization_id and lead.lead_id = lead_search.lead_id)`,
  where: "lead_search.name_keys is null",
};
