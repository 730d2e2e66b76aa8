import { type Kysely, sql } from "kysely";

/** The bounds of waits in minutes that answer_figure has columns for (0140). */
const bounds = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440, 2880];
const columns = [...bounds.map((bound) => `within_${bound}`), ...bounds.map((bound) => `office_${bound}`)];

const officeHours = `
-- When customers can expect an answer: [{day, from, to}]; none: at any hour.
alter table chat_setting add column office_hours jsonb not null default '[]';

-- The part of the minutes within the office hours of the time of the answer; null: all of them.
alter table answered_wait add column office_minutes integer;
-- Answers that are within the bound in office hours only: figures of an earlier release have none.
alter table answer_figure ${bounds.map((bound) => `add column office_${bound} integer not null default 0`).join(", ")};

drop view answer_to_lead;
create view answer_to_lead with (security_invoker = true) as
  select answer.*, talk.lead_id, lead.nickname
  from answered_wait answer
  join message using (organization_id, message_id)
  join conversation talk using (organization_id, conversation_id)
  left join lead on lead.organization_id = talk.organization_id and lead.lead_id = talk.lead_id
    and lead.deleted_at is null;

-- Minutes between two moments within a branch's office hours, else the organisation's; null without office hours.
create function office_minutes(of_organization uuid, of_branch uuid, since timestamptz, answered timestamptz)
  returns integer language sql stable as $$
  with setting as (
    select office_hours from chat_setting
    where organization_id = of_organization and (branch_id = of_branch or branch_id is null)
    order by branch_id nulls last limit 1),
  stretch as (
    select (one ->> 'day')::int as weekday, (one ->> 'from')::time as opens, (one ->> 'to')::time as closes
    from setting, jsonb_array_elements(office_hours) as one),
  worked as (
    select greatest(since, (day.date + opens) at time zone place.time_zone) as begun,
      least(answered, (day.date + closes) at time zone place.time_zone) as ended
    from (select time_zone from branch where organization_id = of_organization and branch_id = of_branch) as place
    cross join lateral (
      select moment::date as date
      from generate_series((since at time zone place.time_zone)::date, (answered at time zone place.time_zone)::date,
        interval '1 day') as moment) as day
    join stretch on weekday = extract(isodow from day.date))
  select case when exists (select from stretch) then coalesce(
    (select floor(sum(extract(epoch from ended - begun)) / 60)::int from worked where ended > begun), 0) end
$$;

create function measure_wait() returns trigger language plpgsql as $$
begin
  new.office_minutes := office_minutes(new.organization_id, new.branch_id, new.waited_since, new.answered_at);
  return new;
end $$;
create trigger measure_wait before insert on answered_wait for each row execute function measure_wait();

create or replace function count_answer() returns trigger language plpgsql as $$
declare
  one answered_wait := case tg_op when 'DELETE' then old else new end;
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into answer_figure (organization_id, day, branch_id, account_id, answers, ${columns.join(", ")})
  select one.organization_id, one.answered_on, one.branch_id, one.account_id, sign,
    ${bounds.map((bound) => `sign * (one.minutes < ${bound})::int`).join(", ")},
    ${bounds.map((bound) => `sign * (one.minutes >= ${bound} and one.office_minutes < ${bound} is true)::int`).join(", ")}
  where exists (select from organization o where o.organization_id = one.organization_id);
  return null;
end $$;
`;

/** The reply time in office hours. Waits are measured when they end: a change of office hours rewrites no figure. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(officeHours).execute(db);
}
