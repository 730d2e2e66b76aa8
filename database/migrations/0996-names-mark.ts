import { type Kysely, sql } from "kysely";

/**
 * A value that is another one after each change of what an organisation calls its people, branches, list items and lead
 * channels: while it is the same, names read before are right. The triggers reach the organisation's row whatever the
 * transaction that changes a name sees.
 */
const marks = `
alter table organization add column names_mark uuid not null default gen_random_uuid();

create function mark_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organization set names_mark = gen_random_uuid()
    where organization_id = coalesce(new.organization_id, old.organization_id);
  return null;
end $$;
create trigger mark_names after update of nickname, avatar_file_id on account for each row
  when ((old.nickname, old.avatar_file_id) is distinct from (new.nickname, new.avatar_file_id))
  execute function mark_names();
create trigger mark_names after update of name on branch for each row
  when (old.name is distinct from new.name) execute function mark_names();
create trigger mark_more_names after insert or delete on branch for each row execute function mark_names();
create trigger mark_names after update of name, color on list_item for each row
  when ((old.name, old.color) is distinct from (new.name, new.color)) execute function mark_names();
create trigger mark_fewer_names after delete on list_item for each row execute function mark_names();
create trigger mark_names after update of name, parent_id on lead_channel for each row
  when ((old.name, old.parent_id) is distinct from (new.name, new.parent_id)) execute function mark_names();
create trigger mark_fewer_names after delete on lead_channel for each row execute function mark_names();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(marks).execute(db);
}
