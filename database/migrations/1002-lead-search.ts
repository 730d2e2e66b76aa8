import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

/**
 * What searches find leads by, in a table of its own. In `lead` the two indexes were written with every change of a lead
 * (a message, a new owner), although its words were the same: a third of what such a change cost.
 */
const table = `
create table lead_search (
  organization_id uuid not null,
  lead_id uuid not null,
  -- Of search_keys and sound_keys_of; null until the backfill has been there.
  keys bigint[],
  sound_keys int[],
  primary key (organization_id, lead_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
-- Enough to know every word that one lead in 500 has. How common a word is decides the plan of a search.
alter table lead_search alter column keys set statistics 300;
alter table lead_search alter column sound_keys set statistics 300;
-- Without the organisation, because the numbers are its own.
create index lead_search_keys on lead_search using gin (keys) with (gin_pending_list_limit = 512);
create index lead_search_sounds on lead_search using gin (sound_keys);

-- With the rights of its owner, as organization_lead in 0005.
create view organization_lead_search as
  select * from lead_search where organization_id = app_organization();
`;

const names = (row: string) =>
  `${row}.nickname, ${row}.fullname, ${row}.last_name || ${row}.first_name, ${row}.contact1->>'name', ${row}.contact2->>'name'`;

const triggers = `
-- An import adds hundreds of leads in one statement.
create function keep_search_of_added_leads() returns trigger language plpgsql as $$
begin
  insert into lead_search (organization_id, lead_id, keys, sound_keys)
    select organization_id, lead_id, search_keys(organization_id, search_text),
      sound_keys_of(organization_id, ${names("added")})
    from added;
  return null;
end $$;
create trigger keep_search_of_added after insert on lead referencing new table as added
  for each statement execute function keep_search_of_added_leads();

-- All names are in the text.
create function keep_search_of_lead() returns trigger language plpgsql as $$
begin
  insert into lead_search (organization_id, lead_id, keys, sound_keys)
    values (new.organization_id, new.lead_id, search_keys(new.organization_id, new.search_text),
      sound_keys_of(new.organization_id, ${names("new")}))
    on conflict (organization_id, lead_id) do update set keys = excluded.keys, sound_keys = excluded.sound_keys;
  return null;
end $$;
create trigger keep_search after update on lead for each row
  when (old.search_text is distinct from new.search_text) execute function keep_search_of_lead();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  await protectTenantTable(db, "lead_search");
  await sql.raw(triggers).execute(db);
}
