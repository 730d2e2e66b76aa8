import { type Kysely, sql } from "kysely";

const throughput = `
-- As before (0631), without a join of the former rows with the changed ones: its plan is made once in a session, and one
-- that was made for a single row compares each row with each of thousands.
create or replace function broadcast_figures_change() returns trigger language plpgsql as $$ begin
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
  select organization_id, plan_id, what, date_trunc('hour', at), sum(step)::int
  from (
    select organization_id, plan_id, accepted_at, delivered_at, read_at, replied_at, clicked_at, 1 as step from changed
    union all
    select organization_id, plan_id, accepted_at, delivered_at, read_at, replied_at, clicked_at, -1 from former
  ) as steps,
    lateral (values ('accepted', accepted_at), ('delivered', delivered_at), ('read', read_at), ('replied', replied_at),
      ('clicked', clicked_at)) as moment (what, at)
  where moment.at is not null
  group by 1, 2, 3, 4 having sum(step) <> 0 order by 1, 2, 3, 4
  on conflict (organization_id, plan_id, what, hour) do update set count = kept.count + excluded.count;
  return null;
end $$;

-- Each recipient is rewritten some five times: what is left of them lies before those whose turn is next.
alter table broadcast_recipient set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 2000
);
`;

/** Sending does not slow down as a plan grows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(throughput).execute(db);
}
