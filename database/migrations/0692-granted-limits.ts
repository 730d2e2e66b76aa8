import { type Kysely, sql } from "kysely";

const limits = `
-- What the plan of now allows, and what was granted beyond it: images in each month, bytes of storage. After the end the last
-- plan counts; before anything was bought, the trial. Follows the reader's own rights.
create or replace view plan_limit with (security_invoker = true) as
  select o.organization_id, terms.plan,
    terms.storage_bytes + coalesce((select balance from ledger_balance b
      where b.organization_id = o.organization_id and b.unit = 'storage' and b.place = 'available'), 0) as storage_bytes,
    (terms.images + coalesce((select balance from ledger_balance b
      where b.organization_id = o.organization_id and b.unit = 'image' and b.place = 'available'), 0))::integer as images,
    terms.staff, terms.branches
  from organization o
  cross join lateral (
    select coalesce(
      (select p.plan from plan_period p where p.organization_id = o.organization_id
        order by p.starts_at <= now() desc, p.starts_at desc limit 1),
      case when o.membership in ('basic', 'advanced') then o.membership else 'trial' end) as name) current_plan
  cross join lateral (
    select * from plan_terms t
    where t.plan = current_plan.name and t.valid_from <= (now() at time zone o.time_zone)::date
    order by t.valid_from desc limit 1) terms;

alter table plan_grant drop constraint plan_grant_kind_check;
alter table plan_grant add constraint plan_grant_kind_check
  check (kind in ('days', 'message', 'money', 'adBudget', 'image', 'storage'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(limits).execute(db);
}
