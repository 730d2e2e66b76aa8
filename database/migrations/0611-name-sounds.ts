import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

const functions = `
-- How the characters of names are read, for searches by sound: 曾 is ceng or zeng, cang or zang. The same for everybody;
-- made by tools/character-sounds.js.
create table character_sound (
  character text primary key,
  pinyin text[] not null,
  jyutping text[] not null,
  -- The parts that a name has for this character alone, and the initials of its sounds: 'p:c', 'j:z', 'z:ㄘ'.
  parts text[] not null default '{}',
  initials text[] not null default '{}'
);

-- How zhuyin writes the beginning of a syllable in pinyin.
create function zhuyin_initial(syllable text) returns text language sql immutable strict parallel safe as $$
  select case
    when syllable ~ '^(zh|ch|sh)' then translate(left(syllable, 1), 'zcs', 'ㄓㄔㄕ')
    when syllable ~ '^(yu|yo(?!u))' then 'ㄩ'
    when syllable ~ '^ei' then 'ㄟ' when syllable ~ '^er' then 'ㄦ' when syllable ~ '^eng' then 'ㄥ' when syllable ~ '^en' then 'ㄣ'
    when syllable ~ '^ai' then 'ㄞ' when syllable ~ '^ao' then 'ㄠ' when syllable ~ '^ang' then 'ㄤ' when syllable ~ '^an' then 'ㄢ'
    when syllable ~ '^ou' then 'ㄡ'
    else translate(left(syllable, 1), 'bpmfdtnlgkhjqxrzcsywaoe', 'ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄖㄗㄘㄙㄧㄨㄚㄛㄜ') end
$$;

-- What Chinese names are found by: 'pchen' where a syllable begins so in pinyin, 'jcan' in jyutping, 'ip:cd' and 'ip:cdw'
-- where two and three syllables that follow each other begin with these letters, 'iz:ㄔ' and so on for zhuyin. In steps
-- rather than one query, which costs many times as much for so little.
create function name_sound_parts(names text[]) returns text[] language plpgsql stable parallel safe as $$
declare
  given text; run text; known character_sound; letter text; other text;
  seen text[] := '{}'; parts text[] := '{}';
  before text[]; pairs text[]; pairs_before text[];
begin
  foreach given in array names loop
    for run in select left(hit[1], 8) from regexp_matches(normalize(given, nfkc), '[\\u4e00-\\u9fff]+', 'g') as hit limit 3 loop
      continue when run = any(seen);
      seen := seen || run;
      before := '{}';
      pairs_before := '{}';
      for place in 1..length(run) loop
        select * into known from character_sound where character = substr(run, place, 1);
        pairs := '{}';
        if found then
          parts := parts || known.parts;
          foreach letter in array known.initials loop
            foreach other in array before loop
              if left(other, 1) = left(letter, 1) then
                pairs := pairs || (other || substr(letter, 3));
                parts := parts || ('i' || other || substr(letter, 3));
              end if;
            end loop;
            foreach other in array pairs_before loop
              if left(other, 1) = left(letter, 1) then parts := parts || ('i' || other || substr(letter, 3)); end if;
            end loop;
          end loop;
        end if;
        before := coalesce(known.initials, '{}');
        pairs_before := pairs;
      end loop;
    end loop;
  end loop;
  return array(select distinct part collate "C" from unnest(parts) as part order by 1);
end $$;

-- Parts as numbers of an organisation. Short ones, because each lead has about thirty: among a million leads a number is
-- met by chance in less than one in a hundred searches.
create function sound_numbers(organization uuid, parts text[]) returns int[] language sql immutable strict parallel safe as $$
  select array(select (hashtextextended(part, seed) >> 32)::int
    from hashtextextended(organization::text, 0) as seed, unnest(parts) as part)
$$;

create function sound_keys_of(organization uuid, variadic names text[]) returns int[] language sql stable parallel safe as $$
  select case when array_to_string(names, ' ') ~ '[\\u4e00-\\u9fff]'
    then sound_numbers(organization, name_sound_parts(names)) else '{}'::int[] end
$$;
`;

const keys = `
alter table lead add column sound_keys int[];
alter table account add column sound_keys int[];
-- The planner learns from it how common a sound is.
alter table lead alter column sound_keys set statistics 300;

create function keep_lead_sounds() returns trigger language plpgsql as $$
begin
  new.sound_keys := sound_keys_of(new.organization_id, new.nickname, new.fullname, new.last_name || new.first_name,
    new.contact1->>'name', new.contact2->>'name');
  return new;
end $$;
create trigger keep_sounds_of_new before insert on lead for each row execute function keep_lead_sounds();
create trigger keep_sounds before update of nickname, fullname, last_name, first_name, contact1, contact2 on lead for each row
  when ((old.nickname, old.fullname, old.last_name, old.first_name, old.contact1->>'name', old.contact2->>'name')
    is distinct from (new.nickname, new.fullname, new.last_name, new.first_name, new.contact1->>'name', new.contact2->>'name'))
  execute function keep_lead_sounds();

create function keep_account_sounds() returns trigger language plpgsql as $$
begin
  new.sound_keys := sound_keys_of(new.organization_id, new.nickname, new.last_name || new.first_name);
  return new;
end $$;
create trigger keep_sounds_of_new before insert on account for each row execute function keep_account_sounds();
create trigger keep_sounds before update of nickname, last_name, first_name on account for each row
  when ((old.nickname, old.last_name, old.first_name) is distinct from (new.nickname, new.last_name, new.first_name))
  execute function keep_account_sounds();

-- A view has the columns that its table had when it was made.
create or replace view organization_lead as select * from lead where organization_id = app_organization();
`;

/** Names are found by how they sound: pinyin, zhuyin initials and jyutping. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions).execute(db);
  const lines = readFileSync(new URL("../character-sounds.txt", import.meta.url), "utf8");
  await sql`
    insert into character_sound
    select part[1], pinyin, jyutping, array(
      select distinct system || left(sound, size)
      from (select 'p' as system, unnest(pinyin) as sound union all select 'j', unnest(jyutping)) as sounds,
        generate_series(least(2, length(sound)), length(sound)) as size
      union all select distinct 'iz:' || zhuyin_initial(sound) from unnest(pinyin) as sound
    ), array(
      select distinct 'p:' || left(sound, 1) from unnest(pinyin) as sound
      union all select distinct 'j:' || left(sound, 1) from unnest(jyutping) as sound
      union all select distinct 'z:' || zhuyin_initial(sound) from unnest(pinyin) as sound)
    from string_to_table(${lines.trimEnd()}, ${"\n"}) as line, string_to_array(line, ' ') as part,
      string_to_array(part[2], ',') as pinyin, string_to_array(part[3], ',') as jyutping`.execute(db);
  await sql.raw(keys).execute(db);
}

const nameArguments =
  "organization_id, nickname, fullname, last_name || first_name, contact1->>'name', contact2->>'name'";

export const backfill: Backfill = {
  table: "lead",
  set: `sound_keys = sound_keys_of(${nameArguments})`,
  where: "sound_keys is null",
};
