import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const columns = `
alter table lead
  -- When the lead first had a conversation, a trial booked and a trial attended; when it last came back.
  add column talked_at timestamptz,
  add column trial_booked_at timestamptz,
  add column trial_attended_at timestamptz,
  add column repeated_at timestamptz;
alter table conversation
  -- When the customer wrote the first message that no person has answered yet.
  add column waiting_since timestamptz;
update lead set talked_at = conversation.created_at from conversation
  where conversation.organization_id = lead.organization_id and conversation.lead_id = lead.lead_id;
update lead set trial_booked_at = logged.booked, trial_attended_at = logged.attended, repeated_at = logged.repeated
  from (select organization_id, lead_id, min(created_at) filter (where action_type = 6) as booked,
      min(created_at) filter (where action_type = 7) as attended, max(created_at) filter (where action_type = 2) as repeated
    from lead_log where action_type in (2, 6, 7) group by 1, 2) as logged
  where logged.organization_id = lead.organization_id and logged.lead_id = lead.lead_id;
update conversation set waiting_since = last_inbound_at where last_direction = 'in';
-- A view has the columns that its table had when it was made.
create or replace view organization_lead as select * from lead where organization_id = app_organization();
create index lead_by_talk on lead (organization_id, talked_at desc, lead_id desc)
  where deleted_at is null and talked_at is not null;
create index lead_by_deal on lead (organization_id, deal_at desc, lead_id desc)
  where deleted_at is null and deal_at is not null;
create index lead_by_return on lead (organization_id, repeated_at desc, lead_id desc)
  where deleted_at is null and repeated_at is not null;
create index conversation_longest_waiting on conversation (organization_id, waiting_since, conversation_id)
  where last_direction = 'in';
`;

/** What the history and the inbox say of a lead is kept at the lead, where lists filter by it. */
const stages = `
create function note_stage() returns trigger language plpgsql as $$
begin
  update lead set
    trial_booked_at = case new.action_type when 6 then coalesce(trial_booked_at, new.created_at) else trial_booked_at end,
    trial_attended_at = case new.action_type when 7 then coalesce(trial_attended_at, new.created_at) else trial_attended_at end,
    repeated_at = case new.action_type when 2 then greatest(repeated_at, new.created_at) else repeated_at end
  where organization_id = new.organization_id and lead_id = new.lead_id;
  return null;
end $$;
create trigger note_stage after insert on lead_log
  for each row when (new.action_type in (2, 6, 7)) execute function note_stage();

create function note_talk() returns trigger language plpgsql as $$
begin
  update lead set talked_at = new.created_at
  where organization_id = new.organization_id and lead_id = new.lead_id and talked_at is null;
  return null;
end $$;
create trigger note_talk after insert on conversation for each row execute function note_talk();

-- Leads that become one, and two again, take their conversations along.
create function note_moved_talk() returns trigger language plpgsql as $$
begin
  update lead set talked_at = (
    select min(talk.created_at) from conversation talk
    where talk.organization_id = lead.organization_id and talk.lead_id = lead.lead_id)
  where organization_id = new.organization_id and lead_id in (old.lead_id, new.lead_id);
  return null;
end $$;
create trigger note_moved_talk after update of lead_id on conversation
  for each row when (new.lead_id <> old.lead_id) execute function note_moved_talk();
`;

/** Upper bounds of waits in minutes: close together where centres differ, wide apart where it is too long anyway. */
const bounds = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440, 2880];
const within = bounds.map((bound) => `within_${bound}`);

const tables = `
-- Waits that a person ended: one row for the answer.
create table answered_wait (
  organization_id uuid not null,
  message_id uuid not null,
  branch_id uuid not null,
  -- Null: answered from the phone, nobody knows by whom.
  account_id uuid,
  waited_since timestamptz not null,
  answered_at timestamptz not null,
  -- The day of the answer at the branch.
  answered_on date not null,
  minutes integer not null,
  primary key (organization_id, message_id),
  foreign key (organization_id, message_id) references message on delete cascade
);
-- Answers with the lead they were given to; its name is empty once the lead is deleted.
create view answer_to_lead with (security_invoker = true) as
  select answer.*, talk.lead_id, lead.nickname
  from answered_wait answer
  join message using (organization_id, message_id)
  join conversation talk using (organization_id, conversation_id)
  left join lead on lead.organization_id = talk.organization_id and lead.lead_id = talk.lead_id
    and lead.deleted_at is null;
create index answered_wait_newest on answered_wait (organization_id, answered_at desc, message_id desc);
create index answered_wait_of_account on answered_wait (organization_id, account_id, answered_at desc, message_id desc);

-- What the dashboard adds up: per day, by whose leads they are and where they came from. A change is a row of its own,
-- so that nobody waits for anybody; a job adds rows together.
create table lead_figure (
  organization_id uuid not null references organization on delete cascade,
  figure_id uuid not null default gen_random_uuid(),
  day date not null,
  branch_id uuid not null,
  sales_id uuid,
  tutor_id uuid,
  channel_id uuid,
  -- Leads with this lead date, and how many of them have come how far.
  leads integer not null default 0,
  talked integer not null default 0,
  booked integer not null default 0,
  attended integer not null default 0,
  dealt integer not null default 0,
  -- Leads that last came back, first bought, and had their first conversation on this day.
  repeats integer not null default 0,
  deals integer not null default 0,
  chats integer not null default 0,
  folded boolean not null default false,
  primary key (organization_id, figure_id)
);
create index lead_figure_of_day on lead_figure (organization_id, day);
create index lead_figure_unfolded on lead_figure (organization_id, day) where not folded;

-- The same for answers, by who gave them: how many, and how many of them within so many minutes.
create table answer_figure (
  organization_id uuid not null references organization on delete cascade,
  figure_id uuid not null default gen_random_uuid(),
  day date not null,
  branch_id uuid not null,
  account_id uuid,
  answers integer not null default 0,
  ${within.map((name) => `${name} integer not null default 0`).join(",\n  ")},
  folded boolean not null default false,
  primary key (organization_id, figure_id)
);
create index answer_figure_of_day on answer_figure (organization_id, day);
create index answer_figure_unfolded on answer_figure (organization_id, day) where not folded;
`;

const leadKeys = "organization_id, day, branch_id, sales_id, tutor_id, channel_id";
const leadCounts = ["leads", "talked", "booked", "attended", "dealt", "repeats", "deals", "chats"];

/** What rows of lead count for; `sign` is 1 or -1. */
function ofLeads(rows: string, sign: number): string {
  const day = (moment: string) => `branch_day(r.organization_id, r.branch_id, r.${moment})`;
  return `select r.organization_id, part.day, r.branch_id, r.sales_id, r.tutor_id, r.channel_id,
      ${leadCounts.map((name) => `${sign} * part.${name} as ${name}`).join(", ")}
    from ${rows} r cross join lateral (values
      (r.lead_date, 1, (r.talked_at is not null)::int, (r.trial_booked_at is not null)::int,
        (r.trial_attended_at is not null)::int, (r.deal_at is not null)::int, 0, 0, 0),
      (${day("repeated_at")}, 0, 0, 0, 0, 0, 1, 0, 0),
      (${day("deal_at")}, 0, 0, 0, 0, 0, 0, 1, 0),
      (${day("talked_at")}, 0, 0, 0, 0, 0, 0, 0, 1)) as part (day, ${leadCounts.join(", ")})
    where r.deleted_at is null and part.day is not null`;
}

function addLeadFigures(parts: readonly string[], folded = false): string {
  return `insert into lead_figure (${leadKeys}, ${leadCounts.join(", ")}, folded)
    select ${leadKeys}, ${leadCounts.map((name) => `sum(${name})`).join(", ")}, ${folded}
    from (${parts.join(" union all ")}) as part
    where day is not null and exists (select from organization o where o.organization_id = part.organization_id)
    group by ${leadKeys} having ${leadCounts.map((name) => `sum(${name}) <> 0`).join(" or ")}`;
}

const counted = [
  "organization_id",
  "branch_id",
  "sales_id",
  "tutor_id",
  "channel_id",
  "lead_date",
  "talked_at",
  "trial_booked_at",
  "trial_attended_at",
  "repeated_at",
  "deal_at",
  "deleted_at",
];
const columnsOf = (row: string) => counted.map((name) => `${row}.${name}`).join(", ");

const counting = `
create function count_added_leads() returns trigger language plpgsql as $$
begin
  ${addLeadFigures([ofLeads("added", 1)])};
  return null;
end $$;
create trigger count_added_leads after insert on lead referencing new table as added
  for each statement execute function count_added_leads();

create function count_removed_leads() returns trigger language plpgsql as $$
begin
  ${addLeadFigures([ofLeads("removed", -1)])};
  return null;
end $$;
create trigger count_removed_leads after delete on lead referencing old table as removed
  for each statement execute function count_removed_leads();

-- Updates come one by one or in small batches, and most change nothing that is counted: those cost a comparison.
create function count_changed_lead() returns trigger language plpgsql as $$
begin
  ${addLeadFigures([ofLeads(`(select ${columnsOf("old")})`, -1), ofLeads(`(select ${columnsOf("new")})`, 1)])};
  return null;
end $$;
create trigger count_changed_lead after update on lead for each row
  when (row(${columnsOf("old")}) is distinct from row(${columnsOf("new")})) execute function count_changed_lead();

create function count_answer() returns trigger language plpgsql as $$
declare
  one answered_wait := case tg_op when 'DELETE' then old else new end;
  sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into answer_figure (organization_id, day, branch_id, account_id, answers, ${within.join(", ")})
  select one.organization_id, one.answered_on, one.branch_id, one.account_id, sign,
    ${bounds.map((bound) => `sign * (one.minutes < ${bound})::int`).join(", ")}
  where exists (select from organization o where o.organization_id = one.organization_id);
  return null;
end $$;
create trigger count_answer after insert or delete on answered_wait for each row execute function count_answer();

-- Counts a branch again from its leads. One statement: whoever changes leads meanwhile adds their
-- change either before it, and it is counted here, or after it, and it stays.
create function recount_lead_figures(organization uuid, branch uuid) returns void language sql as $$
  with gone as (
    delete from lead_figure where organization_id = organization and branch_id = branch)
  ${addLeadFigures([ofLeads("(select * from lead where organization_id = organization and branch_id = branch)", 1)], true)}
$$;

-- Moments fall on other days when the branch's clock changes.
create function recount_branch() returns trigger language plpgsql as $$
begin
  perform recount_lead_figures(new.organization_id, new.branch_id);
  return null;
end $$;
create trigger recount_branch after update of time_zone on branch
  for each row when (new.time_zone <> old.time_zone) execute function recount_branch();

select recount_lead_figures(organization_id, branch_id) from branch;
`;

/** Figures of leads and answers that are kept up to date by whatever changes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(stages).execute(db);
  await sql.raw(tables).execute(db);
  await sql.raw(counting).execute(db);
  for (const table of ["answered_wait", "lead_figure", "answer_figure"]) {
    await protectTenantTable(db, table);
    await openToSystem(db, table, "write");
  }
}
