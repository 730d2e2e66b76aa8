import { type Kysely, sql } from "kysely";

/** A step that the lead has had before changes nothing of it: its row, with some forty index entries, is not written again. */
const stages = `
create or replace function note_stage() returns trigger language plpgsql as $$
begin
  update lead set
    trial_booked_at = case new.action_type when 6 then coalesce(trial_booked_at, new.created_at) else trial_booked_at end,
    trial_attended_at = case new.action_type when 7 then coalesce(trial_attended_at, new.created_at) else trial_attended_at end,
    repeated_at = case new.action_type when 2 then greatest(repeated_at, new.created_at) else repeated_at end
  where organization_id = new.organization_id and lead_id = new.lead_id and case new.action_type
    when 6 then trial_booked_at is null
    when 7 then trial_attended_at is null
    else repeated_at is null or repeated_at < new.created_at end;
  return null;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(stages).execute(db);
}
