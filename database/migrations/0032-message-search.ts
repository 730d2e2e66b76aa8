import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

/**
 * What is said in messages, to be searched. A table of its own: a message is written anew with every status, and each
 * time its hundred or so index entries with it; its words hardly ever change.
 */
const words = `
create table message_text (
  organization_id uuid not null references organization on delete cascade,
  message_id uuid not null,
  conversation_id uuid not null,
  -- When the message was written here: the order in which a search looks.
  said_at timestamptz not null,
  -- Lower case, full-width forms made plain, a line break before.
  search_text text not null,
  primary key (organization_id, said_at, message_id)
);
create index message_text_of_conversation on message_text (organization_id, conversation_id, said_at, message_id);

-- The stretch of time that a moment lies in, 30 days each. A search goes from stretch to stretch, the newest first, and
-- stops when it has enough: however common a word, it is never all of the messages with it that are looked at.
create function search_period(moment timestamptz) returns bigint language sql immutable strict parallel safe as $$
  select floor(extract(epoch from moment) / 2592000)::bigint
$$;

-- Parts of words as numbers of an organisation in one stretch of time: what a search asks for. The stretch comes first,
-- so that what is written now lies together in the index, and the rest of it rests.
create function message_numbers(organization uuid, period bigint, parts text[]) returns bigint[]
  language sql immutable strict parallel safe as $$
  select array(select (period << 50) | (hashtextextended(part, seed) & ((1::bigint << 50) - 1))
    from hashtextextended(organization::text, 0) as seed, unnest(parts) as part)
$$;

-- The parts of all words of a message, numbered the same way; which parts they are search_keys says. Dear enough that no
-- plan works them out for rows which another index has given.
create function message_keys(organization uuid, moment timestamptz, content text) returns bigint[]
  language sql immutable strict parallel safe cost 2000 as $$
  select array(
    select (period << 50) | (hashtextextended(part, seed) & ((1::bigint << 50) - 1))
    from hashtextextended(organization::text, 0) as seed, public.search_period(moment) as period, (
      select part from unnest(public.show_trgm(content)) as part where length(part) = 3
      union all
      select substr(run[1], place, size) from regexp_matches(content, '[^\\u0001-\\u007f]+', 'g') as run,
        generate_series(1, length(run[1])) as place, generate_series(1, 2) as size
    ) as parts)
$$;

create function message_words(content text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(E'\\n' || content, nfkc))
$$;

insert into message_text
  select organization_id, message_id, conversation_id, created_at, message_words(text) from message
  where text <> '' and revoked_at is null;

create index message_keys on message_text using gin (message_keys(organization_id, said_at, search_text))
  with (gin_pending_list_limit = 512);
alter index message_keys alter column 1 set statistics 0;

create function note_message_text() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from message_text where organization_id = old.organization_id and said_at = old.created_at
      and message_id = old.message_id;
  end if;
  if tg_op <> 'DELETE' and new.text <> '' and new.revoked_at is null then
    insert into message_text (organization_id, message_id, conversation_id, said_at, search_text)
      values (new.organization_id, new.message_id, new.conversation_id, new.created_at, message_words(new.text))
      -- Restored from a copy of the organisation before its message.
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger message_text_of_new after insert on message
  for each row when (new.text <> '') execute function note_message_text();
create trigger message_text_of_changed after update of text, revoked_at, conversation_id on message
  for each row when (old.text <> new.text or old.conversation_id <> new.conversation_id
    or (old.revoked_at is null) <> (new.revoked_at is null)) execute function note_message_text();
create trigger message_text_of_removed after delete on message
  for each row when (old.text <> '') execute function note_message_text();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(words).execute(db);
  await protectTenantTable(db, "message_text");
}
