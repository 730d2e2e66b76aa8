import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const rules = `
-- Who gets a branch's new leads. Where it stands in its turns is written with every lead that it gives, under the
-- branch's lock (lead-rules/actions/lock-turns.ts).
create table lead_rule (
  organization_id uuid not null references organization on delete cascade,
  rule_id uuid not null,
  branch_id uuid not null,
  -- Null: leads of all channels.
  channel_id uuid,
  secondary_channel_id uuid check (secondary_channel_id is null or channel_id is not null),
  countries text[] not null default '{}',
  districts text[] not null default '{}',
  way text not null check (way in ('roundRobin', 'ratio', 'leastLeads', 'manual')),
  repeat_rule text not null check (repeat_rule in ('sameSales', 'reassign')),
  status smallint not null default 1,
  emails text[] not null default '{}',
  hours jsonb not null default '[]',
  -- Leads that it has decided on, and how far it is in the sequence of shares.
  turns integer not null default 0,
  wheel_at smallint not null default 0,
  version integer not null default 1,
  created_by uuid not null,
  updated_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, rule_id),
  foreign key (organization_id, branch_id) references branch on delete cascade,
  foreign key (organization_id, channel_id) references lead_channel,
  foreign key (organization_id, secondary_channel_id) references lead_channel
);
-- One rule for a channel and a branch; rules of all channels may exist side by side for different regions.
create unique index lead_rule_channel on lead_rule (organization_id, branch_id, channel_id, secondary_channel_id)
  nulls not distinct where channel_id is not null;
create unique index lead_rule_region on lead_rule (organization_id, branch_id, countries, districts)
  where channel_id is null;
create unique index lead_rule_identity on lead_rule (rule_id);

create table lead_rule_member (
  organization_id uuid not null,
  rule_id uuid not null,
  account_id uuid not null,
  position smallint not null,
  ratio smallint check (ratio between 1 and 100),
  capacity integer check (capacity > 0),
  countries text[] not null default '{}',
  districts text[] not null default '{}',
  hours jsonb not null default '[]',
  -- The rule's turn when they last got a lead, and turns skipped because a lead was of another's region.
  last_turn integer not null default 0,
  owed smallint not null default 0,
  primary key (organization_id, rule_id, account_id),
  foreign key (organization_id, rule_id) references lead_rule on delete cascade,
  foreign key (organization_id, account_id) references account on delete cascade
);

-- Where no rule fits, the branch's sales take turns.
create table branch_turn (
  organization_id uuid not null,
  branch_id uuid not null,
  account_id uuid not null,
  last_turn integer not null,
  primary key (organization_id, branch_id, account_id),
  foreign key (organization_id, branch_id) references branch on delete cascade,
  foreign key (organization_id, account_id) references account on delete cascade
);

create table lead_absence (
  organization_id uuid not null,
  absence_id uuid not null,
  account_id uuid not null,
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  note text not null default '',
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, absence_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create index lead_absence_of_account on lead_absence (organization_id, account_id, until_day);
create index lead_absence_by_day on lead_absence (organization_id, until_day, from_day);
create unique index lead_absence_identity on lead_absence (absence_id);

-- Why a lead was assigned to a person. The lead may be written after it, in the same transaction, or not at all.
create table lead_assignment (
  organization_id uuid not null references organization on delete cascade,
  assignment_id uuid not null,
  lead_id uuid not null,
  branch_id uuid not null,
  rule_id uuid,
  sales_id uuid,
  kind text not null check (kind in ('rule', 'turns', 'fallback', 'kept', 'manual', 'nobody')),
  repeat boolean not null,
  way text,
  reason jsonb not null,
  -- Whether the rule's notifications about the lead were sent.
  told boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, assignment_id)
);
create index lead_assignment_of_lead on lead_assignment (organization_id, lead_id, assignment_id desc);
create index lead_assignment_of_rule on lead_assignment (organization_id, rule_id, assignment_id desc);
create index lead_assignment_of_branch on lead_assignment (organization_id, branch_id, assignment_id desc);
create index lead_assignment_untold on lead_assignment (organization_id, rule_id) where not told;
create index lead_assignment_by_age on lead_assignment (created_at);
`;

const handOvers = `
create table hand_over (
  organization_id uuid not null references organization on delete cascade,
  hand_over_id uuid not null,
  -- Whose leads they are.
  account_id uuid not null,
  nickname text not null,
  created_by uuid not null,
  -- Who acts: ids alone. Their rights are loaded again for each step.
  actor jsonb not null,
  plan jsonb not null,
  leaves boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total integer not null,
  moved integer not null default 0,
  -- Failures in a row since the last progress, and what the last one was.
  tries integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, hand_over_id)
);
-- One at a time for one person.
create unique index hand_over_running on hand_over (organization_id, account_id) where state = 'running';
`;

const views = `
create view assignable_sales with (security_invoker = true) as
  select distinct ab.organization_id, ab.branch_id, ab.account_id
  from account_branch ab join account a using (organization_id, account_id)
    join account_role_in_force held using (organization_id, account_id)
  where a.status = 1 and held.code = 'sales';

create view assignable_lead with (security_invoker = true) as
  select l.organization_id, l.lead_id, l.branch_id, l.nickname, l.sales_id, l.tutor_id, l.channel_id,
    l.secondary_channel_id, l.country, l.address, l.created_at, coalesce(i.code not in ('deal', 'closed'), true) as is_open
  from lead l left join list_item i on i.organization_id = l.organization_id and i.item_id = l.status_id
  where l.deleted_at is null;
`;

const tenantTables = ["lead_rule", "lead_rule_member", "branch_turn", "lead_absence", "lead_assignment", "hand_over"];

const writtenBySystem = ["lead_assignment"];

/** Who gets a lead: rules, turns, absences, decisions, and handing over one person's leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [rules, handOvers, views]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
