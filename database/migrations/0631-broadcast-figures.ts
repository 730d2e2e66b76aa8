import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const figures = `
-- Plans that started before have no figures kept; they are counted when they are looked at.
alter table broadcast_plan add column figures_kept boolean not null default false;

-- How many of a plan's recipients were left out or failed, by reason.
create table broadcast_reason (
  organization_id uuid not null,
  plan_id uuid not null,
  state text not null check (state in ('excluded', 'failed')),
  reason text not null,
  count int not null,
  primary key (organization_id, plan_id, state, reason),
  foreign key (organization_id, plan_id) references broadcast_plan on delete cascade
);

-- How many of a plan's recipients came how far in which hour.
create table broadcast_hour (
  organization_id uuid not null,
  plan_id uuid not null,
  what text not null check (what in ('accepted', 'delivered', 'read', 'replied', 'clicked')),
  hour timestamptz not null,
  count int not null,
  primary key (organization_id, plan_id, what, hour),
  foreign key (organization_id, plan_id) references broadcast_plan on delete cascade
);

-- Both follow each change of recipients, so that a plan's page counts nothing. Rows are written in one order, so that two
-- changes at once do not wait for each other.
create function broadcast_figures_change() returns trigger language plpgsql as $$ begin
  insert into broadcast_reason as kept (organization_id, plan_id, state, reason, count)
  select organization_id, plan_id, state, reason, sum(step)::int as change
  from (
    select organization_id, plan_id, state, coalesce(reason, 'unknown') as reason, 1 as step from changed
    where state in ('excluded', 'failed')
    union all
    select organization_id, plan_id, state, coalesce(reason, 'unknown'), -1 from former where state in ('excluded', 'failed')
  ) as steps
  group by 1, 2, 3, 4 having sum(step) <> 0 order by 1, 2, 3, 4
  on conflict (organization_id, plan_id, state, reason) do update set count = kept.count + excluded.count;
  insert into broadcast_hour as kept (organization_id, plan_id, what, hour, count)
  select changed.organization_id, changed.plan_id, moment.what, date_trunc('hour', moment.at), count(*)::int
  from changed join former using (organization_id, plan_id, recipient_id),
    lateral (values ('accepted', changed.accepted_at, former.accepted_at), ('delivered', changed.delivered_at, former.delivered_at),
      ('read', changed.read_at, former.read_at), ('replied', changed.replied_at, former.replied_at),
      ('clicked', changed.clicked_at, former.clicked_at)) as moment (what, at, before)
  where moment.at is not null and moment.before is null
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organization_id, plan_id, what, hour) do update set count = kept.count + excluded.count;
  return null;
end $$;
create trigger broadcast_figures_change after update on broadcast_recipient
  referencing old table as former new table as changed
  for each statement execute function broadcast_figures_change();

-- What leads are asked for by: what became of a plan for them.
create view lead_broadcast_result with (security_invoker = true) as
  select organization_id, plan_id, lead_id, state, replied_at, clicked_at from broadcast_recipient
  where lead_id is not null and state <> 'excluded';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(figures).execute(db);
  for (const table of ["broadcast_reason", "broadcast_hour"]) await protectTenantTable(db, table);
}
