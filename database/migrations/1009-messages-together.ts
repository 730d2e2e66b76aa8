import { type Kysely, sql } from "kysely";

/** Many messages are added together: what follows from each is done for all of them at once. */
const texts = `
create function note_texts_of_new_messages() returns trigger language plpgsql as $$
begin
  insert into message_text (organization_id, message_id, conversation_id, said_at, search_text)
    select organization_id, message_id, conversation_id, created_at, message_words(text)
    from added where text <> '' and revoked_at is null
    -- Restored from a copy of the organisation before its message.
    on conflict do nothing;
  return null;
end $$;
drop trigger message_text_of_new on message;
create trigger message_text_of_new after insert on message referencing new table as added
  for each statement execute function note_texts_of_new_messages();
`;

const answers = `
create or replace function broadcast_message_answered() returns trigger language plpgsql as $$ begin
  -- Messages of a plan answer nothing.
  if not exists (select from added where direction = 'in' and kind <> 'system') then return null; end if;
  insert into broadcast_news (organization_id, plan_id, message_id, replied_at)
  select one.organization_id, sent.broadcast_plan_id, sent.message_id, one.sent_at
  from added one
  join message sent on sent.organization_id = one.organization_id and sent.contact_id = one.contact_id
    and sent.kind = 'template' and sent.broadcast_plan_id is not null
    and sent.sent_at > one.sent_at - interval '7 days' and sent.sent_at < one.sent_at
  where one.direction = 'in' and one.kind <> 'system';
  return null;
end $$;
`;

/** Part of the statement that asks, unlike `broadcast_lead_now`, which follows merged leads. */
const leadThere = `
create function broadcast_lead_there(organization uuid, recipient_lead uuid) returns boolean language sql stable as $$
  select exists (select from lead where organization_id = organization and lead_id = recipient_lead and deleted_at is null)
$$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(texts).execute(db);
  await sql.raw(answers).execute(db);
  await sql.raw(leadThere).execute(db);
}
