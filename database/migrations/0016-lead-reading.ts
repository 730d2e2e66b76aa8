import { type Kysely, sql } from "kysely";

const columns = `
alter table lead
  -- When somebody of the centre was first in contact with the lead; null: nobody was yet.
  add column contacted_at timestamptz,
  -- When the lead bought for the first time, and since when it is a student: by a deal, or by the app while it has it.
  add column deal_at timestamptz,
  add column student_since timestamptz;
create index lead_uncontacted on lead (organization_id, created_at desc, lead_id desc)
  where deleted_at is null and lead_type = 1 and contacted_at is null;
create index lead_with_assistant on lead (organization_id, created_at desc, lead_id desc)
  where deleted_at is null and gpt_status > 0;
create index lead_students on lead (organization_id, student_since desc, lead_id desc)
  where deleted_at is null and student_since is not null;
create index lead_log_newest on lead_log (organization_id, created_at desc, log_id desc);
create index lead_log_of_operator on lead_log (organization_id, operator_id, created_at desc, log_id desc);
`;

/** Forms, bulk work, imports and the card all write statuses: a trigger is the one place that none of them forgets. */
const students = `
create function note_student() returns trigger language plpgsql as $$
begin
  if new.deal_at is null and new.status_id is not null and exists (
    select from list_item
    where organization_id = new.organization_id and item_id = new.status_id and project_id = 3 and code = 'deal'
  ) then
    new.deal_at := now();
  end if;
  if new.deal_at is null and not new.app_open then
    new.student_since := null;
  elsif new.student_since is null then
    new.student_since := coalesce(new.deal_at, now());
  end if;
  return new;
end $$;
create trigger note_new_student before insert on lead
  for each row when (new.status_id is not null or new.app_open) execute function note_student();
create trigger note_student before update of status_id, app_open on lead
  for each row when (new.status_id is distinct from old.status_id or new.app_open is distinct from old.app_open)
  execute function note_student();

-- A deal that is only written down in the history (action 4).
create function note_deal() returns trigger language plpgsql as $$
begin
  update lead set deal_at = new.created_at, student_since = coalesce(student_since, new.created_at)
  where organization_id = new.organization_id and lead_id = new.lead_id and deal_at is null;
  return null;
end $$;
create trigger note_deal after insert on lead_log
  for each row when (new.action_type = 4) execute function note_deal();
`;

const whatIsKnown = `
update lead set contacted_at = noted.at
from (select organization_id, lead_id, min(created_at) as at from lead_note group by 1, 2) as noted
where lead.organization_id = noted.organization_id and lead.lead_id = noted.lead_id;
update lead set deal_at = dealt.at
from (select organization_id, lead_id, min(created_at) as at from lead_log where action_type = 4 group by 1, 2) as dealt
where lead.organization_id = dealt.organization_id and lead.lead_id = dealt.lead_id;
update lead set deal_at = lead.updated_at from list_item
where lead.deal_at is null and list_item.organization_id = lead.organization_id and item_id = status_id
  and project_id = 3 and code = 'deal';
update lead set student_since = coalesce(deal_at, updated_at) where deal_at is not null or app_open;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(whatIsKnown).execute(db);
  await sql.raw(students).execute(db);
}
