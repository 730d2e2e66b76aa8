import { type Kysely, sql } from "kysely";

/**
 * A conversation that only a broadcast wrote in is no talk with the lead: `talked_at` comes with the first message that the
 * conversation is listed by. A broadcast no longer rewrites each lead with its indexes either.
 */
const talks = `
drop trigger note_talk on conversation;
create or replace function note_talk() returns trigger language plpgsql as $$
begin
  update lead set talked_at = case tg_op when 'INSERT' then new.created_at else new.last_message_at end
  where organization_id = new.organization_id and lead_id = new.lead_id and talked_at is null;
  return null;
end $$;
create trigger note_talk after insert on conversation
  for each row when (new.last_message_at is not null) execute function note_talk();
create trigger note_first_talk after update of last_message_at on conversation
  for each row when (old.last_message_at is null and new.last_message_at is not null) execute function note_talk();

create or replace function note_moved_talk() returns trigger language plpgsql as $$
begin
  update lead set talked_at = (
    select min(talk.created_at) from conversation talk
    where talk.organization_id = lead.organization_id and talk.lead_id = lead.lead_id
      and talk.last_message_at is not null)
  where organization_id = new.organization_id and lead_id in (old.lead_id, new.lead_id);
  return null;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(talks).execute(db);
}
